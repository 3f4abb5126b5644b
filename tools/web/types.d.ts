// What the page's scripts use and TypeScript does not know.

/** The page, for a look from the console. */
declare var thirteen: any;

declare namespace WebAssembly {
    class Suspending {
        constructor(call: (...args: any[]) => any);
    }
    function promising(call: ExportValue): (...args: number[]) => Promise<any>;
}

interface Navigator {
    serial: any;
    keyboard: any;
}
