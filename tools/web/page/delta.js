// What of a file a handheld can take from an older one there, as tools/device/delta.py.

export const PIECE = 256; // bytes
export const SUM = 8; // bytes of a checksum: the crc32, and the first ones of the sha256

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let i = 0; i < 8; i++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
});

/** The data as a list of {data} to send and of {place, length} to copy from the old file. */
export async function parts(data, sums) {
    const places = new Map(sums.map((sum, i) => [sum, i * PIECE]).reverse()); // of two alike the first
    const weak = new Set(sums.map((sum) => sum.slice(0, 4)));
    const out = [];
    let [sent, at] = [0, 0];
    while (weak.size && at + PIECE <= data.length) {
        const crc = crc32(data, at);
        const place = weak.has(crc) ? places.get(crc + (await sha(data.subarray(at, at + PIECE)))) : undefined;
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

/** The crc32 of a piece, as a text of its bytes, like what `atob` makes. */
function crc32(data, at) {
    let crc = -1;
    for (let i = at; i < at + PIECE; i++) crc = TABLE[(crc ^ data[i]) & 255] ^ (crc >>> 8);
    crc = ~crc;
    return String.fromCharCode((crc >>> 24) & 255, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255);
}

async function sha(piece) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", piece));
    return String.fromCharCode(...digest.subarray(0, SUM - 4));
}
