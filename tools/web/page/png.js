// A picture as a PNG, from its colours: what a canvas gives back a browser may change.

import { crc32 } from "./sums.js";

/** The PNG of a picture of few colours (32 bits: 0xAABBGGRR), each of its pixels `times` as large. */
export async function png(pixels, width, height, times) {
    const colours = [...new Set(pixels)];
    const numbers = new Map(colours.map((colour, i) => [colour, i]));
    const row = 1 + width * times; // a byte that says: as it is; then the pixels
    const lines = new Uint8Array(row * height * times);
    for (let y = 0; y < height * times; y++) {
        const from = Math.floor(y / times) * width;
        for (let x = 0; x < width * times; x++) {
            lines[y * row + 1 + x] = numbers.get(pixels[from + Math.floor(x / times)]);
        }
    }
    const packed = new Blob([lines]).stream().pipeThrough(new CompressionStream("deflate"));
    const head = new DataView(new ArrayBuffer(13));
    head.setUint32(0, width * times);
    head.setUint32(4, height * times);
    head.setUint16(8, 0x0803); // 8 bits, numbers of colours
    return new Blob([
        Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
        ...chunk("IHDR", new Uint8Array(head.buffer)),
        ...chunk("PLTE", Uint8Array.from(colours.flatMap((colour) => [colour, colour >> 8, colour >> 16]))),
        ...chunk("IDAT", new Uint8Array(await new Response(packed).arrayBuffer())),
        ...chunk("IEND", new Uint8Array()),
    ]);
}

function chunk(kind, data) {
    const named = Uint8Array.from([...kind].map((letter) => letter.charCodeAt(0)).concat([...data]));
    const word = (value) => new Uint8Array(Uint32Array.of(value).buffer).reverse();
    return [word(data.length), named, word(crc32(named))];
}
