// The line to the worker in a browser without JavaScript Promise Integration. There Python blocks its thread, which
// hears no messages: what the page tells it waits in memory that both share. Where the browser shares none, as in a
// frame of another site, the worker asks for it, by requests that the service worker answers as soon as there is some.

const WRITTEN = 0; // words: the number of pairs so far, see messages.js,
const RING = 1; // and here a ring of them
const PAIRS = 256;
const LONGEST = 60000; // ms until a request is answered although nothing was told

/** The page's end. room: bytes of the files that come later. */
export class Line {
    constructor(_, room) {
        this.name = crypto.randomUUID();
        this.shares = crossOriginIsolated && "SharedArrayBuffer" in window;
        /** @type {any} */
        this.given = { name: this.name };
        if (!this.shares) return;
        this.words = new Int32Array(new SharedArrayBuffer(4 * (RING + 2 * PAIRS)));
        this.late = new SharedArrayBuffer(4 + room); // how many bytes have come, and these
        Object.assign(this.given, { words: this.words, late: this.late });
    }

    send(...pair) {
        const { words } = this;
        if (!words) return navigator.serviceWorker.controller?.postMessage({ line: this.name, pair });
        const n = words[WRITTEN];
        words.set(pair, RING + 2 * (n % PAIRS));
        Atomics.store(words, WRITTEN, n + 1);
        Atomics.notify(words, WRITTEN);
    }

    /** Give the worker the bundle that comes later; false if it must have it from the beginning. */
    give(bundle) {
        if (!this.late) return;
        new Uint8Array(this.late, 4).set(bundle);
        const length = new Int32Array(this.late, 0, 1);
        Atomics.store(length, 0, bundle.length);
        Atomics.notify(length, 0);
    }
}

/** The worker's end. */
export class Blocking {
    constructor({ name, words, late }) {
        this.name = name;
        /** @type {Int32Array} */
        this.words = words;
        this.late = late;
        this.read = 0; // pairs
    }

    /** Sleep, at most until the page tells something, which the host then hears. */
    sleep(ms, host) {
        const { words } = this;
        if (!words) {
            for (const pair of asked(this.name, ms)) host.hear(...pair);
            return;
        }
        if (ms > 0) Atomics.wait(words, WRITTEN, this.read, ms);
        for (; Atomics.load(words, WRITTEN) !== this.read; this.read++) {
            const at = RING + 2 * (this.read % PAIRS);
            host.hear(words[at], words[at + 1]);
        }
    }

    /** Wait for the bundle that comes later. */
    later() {
        const length = new Int32Array(this.late, 0, 1);
        if (!Atomics.load(length, 0)) {
            postMessage({ kind: "waiting" });
            Atomics.wait(length, 0, 0);
        }
        return new Uint8Array(this.late, 4, length[0]).slice();
    }
}

/** What the page has told, waiting up to ms for some. */
function asked(line, ms) {
    const request = new XMLHttpRequest();
    request.open("GET", `line/${line}?ms=${Math.ceil(Math.min(ms, LONGEST))}`, false);
    request.send();
    if (request.getResponseHeader("Content-Type") !== "application/json") {
        throw new Error("this browser lets no service worker answer a worker");
    }
    return JSON.parse(request.responseText);
}
