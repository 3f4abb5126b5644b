// What of a file a handheld can take from an older one there, as tools/device/delta.py.

import { crc32, sha256 } from "./sums.js";

export const PIECE = 256; // bytes
export const SUM = 8; // bytes of a checksum: the crc32, and the first ones of the sha256

/** The data as a list of {data} to send and of {place, length} to copy from the old file. */
export async function parts(data, sums) {
    const places = new Map(sums.map((sum, i) => [sum, i * PIECE]).reverse()); // of two alike the first
    const weak = new Set(sums.map((sum) => sum.slice(0, 4)));
    const out = [];
    let [sent, at] = [0, 0];
    while (weak.size && at + PIECE <= data.length) {
        const crc = crc32(data, at, at + PIECE);
        const first = String.fromCharCode(crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255); // as `atob` makes them
        const place = weak.has(first) ? places.get(first + (await rest(data.subarray(at, at + PIECE)))) : undefined;
        if (place === undefined) {
            at++;
            continue;
        }
        if (sent < at) out.push({ data: data.subarray(sent, at) });
        const last = out.at(-1);
        if (last && !last.data && last.place + last.length === place) last.length += PIECE;
        else out.push({ place, length: PIECE });
        at = sent = at + PIECE;
    }
    if (sent < data.length) out.push({ data: data.subarray(sent) });
    return out;
}

async function rest(piece) {
    return String.fromCharCode(...(await sha256(piece)).subarray(0, SUM - 4));
}
