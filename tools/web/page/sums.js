// Checksums of bytes.

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let i = 0; i < 8; i++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
});

export function crc32(bytes, from = 0, to = bytes.length) {
    let crc = -1;
    for (let i = from; i < to; i++) crc = TABLE[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
    return ~crc >>> 0;
}

export async function sha256(bytes) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** The SHA-256 in hexadecimal digits. */
export async function sha(bytes) {
    return Array.from(await sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
