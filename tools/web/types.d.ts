// What the page's scripts use and TypeScript does not know.

/** Where the page is published, "" if that is not known: the site's build says it, see scripts.py. */
declare const ADDRESS: string;

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
