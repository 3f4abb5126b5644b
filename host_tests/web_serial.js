// A serial port for the page, whose other end is in the test: `toTest` is a binding of its own.
(() => {
    const say = (kind, value) => toTest(JSON.stringify({ kind, value }));
    window.bench = {
        port() {
            let input;
            const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const port = {
                async open() {
                    port.readable = new ReadableStream({ start: (to) => (input = to) });
                    port.writable = new WritableStream({
                        write(data) {
                            if (port.gone) throw new DOMException("gone", "NetworkError");
                            say("bytes", btoa(String.fromCharCode(...data)));
                        },
                    });
                },
                async close() {
                    say("closed", null);
                },
                answer: (text) => input.enqueue(bytes(text)),
                drop() {
                    port.gone = true;
                    input.error(new DOMException("gone", "NetworkError"));
                },
            };
            return (bench.last = port);
        },
        async install(url, board) {
            const { install } = await import(url + "sources/install.js");
            const { patience } = await import(url + "sources/serial.js");
            Object.assign(patience, { back: 20000, silent: 400, gap: 100 });
            try {
                say("done", await install(bench.port(), board, () => {}));
            } catch (error) {
                say("failed", `${error.constructor.name}: ${error.message}`);
            }
        },
    };
    Object.defineProperty(navigator, "serial", {
        value: { requestPort: async () => bench.port() },
        configurable: true,
    });
})();
