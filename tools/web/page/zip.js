// Zip files of a few small files: written without compression, read with or without.

import { crc32 } from "./sums.js";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;
const NEW_YEAR = 0x21; // 1980-01-01: the same files give the same zip

/** A zip of [name, bytes] pairs. */
export function zip(files) {
    const parts = [];
    const list = [];
    let at = 0;
    for (const [name, bytes] of files) {
        const letters = new TextEncoder().encode(name);
        const about = [20, 0x800, STORED, 0, NEW_YEAR];
        const sizes = [crc32(bytes), bytes.length, bytes.length];
        const local = record([LOCAL], about, sizes, [letters.length, 0]);
        list.push(record([CENTRAL], [20, ...about], sizes, [letters.length, 0, 0, 0, 0], [0, at]), letters);
        parts.push(local, letters, bytes);
        at += local.length + letters.length + bytes.length;
    }
    const size = list.reduce((sum, part) => sum + part.length, 0);
    return new Blob([...parts, ...list, record([END], [0, 0, files.length, files.length], [size, at], [0])]);
}

/** Numbers of 4, 2, 4, 2 ... bytes: each list after the other. */
function record(...lists) {
    const sizes = lists.map((_, i) => (i % 2 ? 2 : 4));
    const view = new DataView(new ArrayBuffer(lists.reduce((sum, list, i) => sum + list.length * sizes[i], 0)));
    let at = 0;
    lists.forEach((list, i) => {
        for (const value of list) {
            if (sizes[i] === 4) view.setUint32(at, value, true);
            else view.setUint16(at, value, true);
            at += sizes[i];
        }
    });
    return new Uint8Array(view.buffer);
}

/**
 * {name: bytes} of a zip, as a Map; an Error if it is none, or damaged. largest(name) is how many bytes a file may
 * have, undefined for one that is not wanted; `most` is how many files.
 */
export async function unzip(bytes, largest, most) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== END) end--;
    if (end < 0) throw new Error("it is no zip file");
    const files = new Map();
    try {
        let at = view.getUint32(end + 16, true);
        for (let n = view.getUint16(end + 10, true), wanted = 0; n > 0; n--) {
            if (view.getUint32(at, true) !== CENTRAL) throw new RangeError();
            const number = (i, size) => (size === 4 ? view.getUint32(at + i, true) : view.getUint16(at + i, true));
            const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + number(28, 2)));
            const room = largest(name);
            if (room !== undefined) {
                const size = number(24, 4);
                if (size > room) throw new TooMuch(`${name} in it is larger than any that the games write`);
                if (++wanted > most) throw new TooMuch("it has more files than the games write");
                const from = number(42, 4);
                const start = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
                const packed = bytes.subarray(start, start + number(20, 4));
                const whole = number(10, 2) === DEFLATED ? await inflated(packed, size) : packed;
                if (whole.length !== size || crc32(whole) !== number(16, 4)) throw new RangeError();
                files.set(name, whole);
            }
            at += 46 + number(28, 2) + number(30, 2) + number(32, 2);
        }
    } catch (error) {
        throw error instanceof TooMuch ? error : new Error("this zip file is damaged");
    }
    return files;
}

class TooMuch extends Error {}

/** What was compressed, which has `size` bytes: the stream is stopped there, whatever it says of itself. */
async function inflated(packed, size) {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const whole = new Uint8Array(size);
    let at = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return whole.subarray(0, at);
        if (at + value.length > size) {
            reader.cancel().catch(() => {});
            throw new RangeError();
        }
        whole.set(value, at);
        at += value.length;
    }
}
