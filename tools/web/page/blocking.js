// The line to the worker in a browser without JavaScript Promise Integration. There Python blocks its thread, which
// hears no messages: what the page tells it waits in memory that both share. Where the browser shares none, as in a
// frame of another site, the worker asks for it, by requests that the service worker answers as soon as there is some.

const WRITTEN = 0; // words: the number of pairs so far, see messages.js,
const SERVED = 1; // the last request to save that was served,
const AWAKE = 2; // 1 while the worker serves such requests,
const RING = 3; // and here a ring of pairs
const PAIRS = 256;
const LONGEST = 60000; // ms until a request is answered although nothing was told
const PATIENCE = 3000; // ms that the page waits for the last save before the worker is ended

/** The page's end. room: bytes of the files that come later. */
export class Line {
    constructor(_, room) {
        this.name = crypto.randomUUID();
        this.shares = crossOriginIsolated && "SharedArrayBuffer" in window;
        /** @type {any} */
        this.given = { name: this.name };
        if (!this.shares) return;
        this.words = new Int32Array(new SharedArrayBuffer(4 * (RING + 2 * PAIRS)));
        this.mailbox = new Mailbox();
        this.late = new SharedArrayBuffer(4 + room); // how many bytes have come, and these
        Object.assign(this.given, { words: this.words, mailbox: this.mailbox.buffer, late: this.late });
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

    /** The files that were saved since the last call, as [name, bytes or null if it was removed]. */
    take() {
        return this.mailbox.take();
    }

    /**
     * Wait until a request to save is served, in a loop, some 20 ms: the page is about to end, and promises would
     * come too late. (A tab that is being closed gets half a second from Chromium, and as much before that.)
     */
    settle(request) {
        const end = performance.now() + PATIENCE;
        while (Atomics.load(this.words, AWAKE) && Atomics.load(this.words, SERVED) !== request) {
            if (performance.now() > end) break;
        }
    }
}

/** The worker's end. */
export class Blocking {
    constructor({ name, words, mailbox, late }) {
        this.name = name;
        /** @type {Int32Array} */
        this.words = words;
        this.late = late;
        this.read = 0; // pairs
        this.mailbox = mailbox && new Mailbox(mailbox);
    }

    /** Sleep, at most until the page tells something, which the host then hears. */
    sleep(ms, host) {
        const { words } = this;
        if (!words) {
            for (const pair of asked(this.name, ms)) host.hear(...pair);
            return;
        }
        Atomics.store(words, AWAKE, ms < Infinity ? 1 : 0); // else all is saved
        if (ms > 0) Atomics.wait(words, WRITTEN, this.read, ms);
        for (; Atomics.load(words, WRITTEN) !== this.read; this.read++) {
            const at = RING + 2 * (this.read % PAIRS);
            host.hear(words[at], words[at + 1]);
        }
    }

    served(request) {
        if (this.words) Atomics.store(this.words, SERVED, request);
    }

    /** Keep a saved file for the page; false if it must be told. */
    saved(name, bytes) {
        this.mailbox?.put(name, bytes);
        return Boolean(this.mailbox);
    }

    /** Wait for the bundle that comes later. */
    later() {
        const length = new Int32Array(this.late, 0, 1);
        if (!Atomics.load(length, 0)) {
            postMessage({ kind: "waiting" });
            this.end();
            Atomics.wait(length, 0, 0);
        }
        return new Uint8Array(this.late, 4, length[0]).slice();
    }

    end() {
        if (this.words) Atomics.store(this.words, AWAKE, 0);
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

const SIZE = 1 << 17; // bytes; a save has a few thousand
const PUT = 0; // words before the ring: bytes written so far, and read so far
const TAKEN = 1;
const HEAD = 8;

/**
 * Saved files on their way to the page: a ring of bytes in shared memory. Messages would be lost with the page; this
 * it can still read while it is being closed. An entry: two 32-bit words, little-endian, with the lengths of name
 * and contents (-1 if the file was removed), then both.
 */
class Mailbox {
    constructor(buffer = new SharedArrayBuffer(8 + SIZE)) {
        this.buffer = buffer;
        this.counts = new Int32Array(buffer, 0, 2);
        this.ring = new Uint8Array(buffer, 8);
    }

    /** Add a file, as the worker; null for bytes says that it was removed. Waits for room. */
    put(name, bytes) {
        const letters = new TextEncoder().encode(name);
        const entry = new Uint8Array(HEAD + letters.length + (bytes?.length ?? 0));
        const head = new DataView(entry.buffer);
        head.setInt32(0, letters.length, true);
        head.setInt32(4, bytes?.length ?? -1, true);
        entry.set(letters, HEAD);
        if (bytes) entry.set(bytes, HEAD + letters.length);
        if (entry.length > SIZE) throw new Error(`${name} is too large to save`);
        const from = this.counts[PUT];
        for (;;) {
            const taken = Atomics.load(this.counts, TAKEN);
            if (((from - taken) | 0) + entry.length <= SIZE) break;
            Atomics.wait(this.counts, TAKEN, taken);
        }
        for (let i = 0; i < entry.length; i++) this.ring[(from + i) & (SIZE - 1)] = entry[i];
        Atomics.store(this.counts, PUT, (from + entry.length) | 0);
    }

    /** All files added since the last call, as the page: [name, bytes or null] in order. */
    take() {
        const files = [];
        let at = this.counts[TAKEN];
        const end = Atomics.load(this.counts, PUT);
        const read = (length) => {
            const bytes = new Uint8Array(length);
            for (let i = 0; i < length; i++) bytes[i] = this.ring[(at + i) & (SIZE - 1)];
            at = (at + length) | 0;
            return bytes;
        };
        while (at !== end) {
            const head = new DataView(read(HEAD).buffer);
            const name = new TextDecoder().decode(read(head.getInt32(0, true)));
            const length = head.getInt32(4, true);
            files.push([name, length < 0 ? null : read(length)]);
        }
        Atomics.store(this.counts, TAKEN, at);
        Atomics.notify(this.counts, TAKEN);
        return files;
    }
}
