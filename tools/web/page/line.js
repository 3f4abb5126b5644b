// The line from the page to the worker, which is busy with one call that never ends: words of memory, see
// shared.js. They are shared where the browser allows it. Elsewhere, as in a frame of another site, the
// worker asks for them, by requests that the service worker answers as soon as the page has written one.

import { KEYS, SLOTS, SPEED, WRITTEN } from "./shared.js";

const LONGEST = 60000; // ms until a request is answered although nothing was written

/** The page's end. */
export class Line {
    constructor() {
        const size = Int32Array.BYTES_PER_ELEMENT * (KEYS + SLOTS);
        this.shares = isolation.shares;
        this.words = new Int32Array(this.shares ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
        this.words[SPEED] = 1;
        this.name = crypto.randomUUID();
    }

    /** Write a word. */
    set(i, value) {
        Atomics.store(this.words, i, value);
        this.tell(i);
    }

    /** Write a change of the keys or the pointer into the next slot. */
    write(change) {
        const n = Atomics.load(this.words, WRITTEN);
        const slot = KEYS + (n % SLOTS);
        this.words[slot] = change;
        Atomics.store(this.words, WRITTEN, n + 1);
        this.tell(slot, WRITTEN);
    }

    tell(...written) {
        if (this.shares) {
            for (const i of [...written, WRITTEN]) Atomics.notify(this.words, i);
            return;
        }
        const words = written.map((i) => [i, this.words[i]]);
        navigator.serviceWorker.controller?.postMessage({ line: this.name, words });
    }
}

/** The worker's end: a function wait(i, value, ms) that ends when a word was written, at once if word i is not `value`. */
export function waiting(words, line) {
    if (words.buffer instanceof ArrayBuffer) return (i, value, ms) => words[i] === value && asked(words, line, ms);
    return (i, value, ms) => Atomics.wait(words, i, value, ms);
}

/** Take the words that the page has written, waiting up to ms for some. */
export function asked(words, line, ms) {
    const request = new XMLHttpRequest();
    request.open("GET", `line/${line}?ms=${Math.ceil(Math.min(ms, LONGEST))}`, false);
    request.send();
    if (request.getResponseHeader("Content-Type") !== "application/json") {
        throw new Error("this browser lets no service worker answer a worker");
    }
    for (const [i, value] of JSON.parse(request.responseText)) words[i] = value;
}
