// Saved files on their way from the worker to the page: a ring of bytes in shared memory. Messages
// would be lost with the page; this it can still read while it is being closed.
//
// An entry: two 32-bit words, little-endian, with the lengths of name and contents (-1 if the file
// was removed), then both.

const SIZE = 1 << 17; // bytes; a save has a few thousand
const PUT = 0; // words before the ring: bytes written so far, and read so far
const TAKEN = 1;
const HEAD = 8;

export class Mailbox {
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
