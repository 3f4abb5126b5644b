// Records the picture as a GIF: each picture compressed as soon as it has come.

import { showStatus } from "./overlay.js";
import { saveFile, UNLESS } from "./share.js";

const LONGEST = 120000; // ms
const BETWEEN = 40; // ms, at least, from one picture to the next

let recording = null;

/** Begin to record, or end it and save the file. */
export function toggle({ board }) {
    const button = document.getElementById("gif");
    if (recording) {
        const { file, seconds } = recording.end();
        recording = null;
        saveFile(file);
        showStatus(`The GIF is saved: ${seconds} s, ${Math.ceil(file.size / 1000)} kB.${UNLESS}`);
    } else {
        recording = new Recording(board, () => recording && toggle({ board }));
        showStatus("Recording, two minutes at most …");
    }
    button.setAttribute("aria-pressed", String(Boolean(recording)));
}

class Recording {
    constructor(board, onFull) {
        const { width, height } = board.picture;
        this.board = board;
        this.width = width;
        this.height = height;
        this.onFull = onFull;
        this.last = null;
        this.parts = [];
        this.began = this.shownAt = performance.now();
        this.take();
        this.timer = setInterval(() => this.take(), BETWEEN);
    }

    /** Add the picture if it has changed. */
    take() {
        const now = performance.now();
        const { pixels } = this.board;
        if (now - this.began > LONGEST || pixels.length !== this.width * this.height) return this.onFull();
        if (this.last && pixels.every((pixel, i) => pixel === this.last[i])) return;
        this.flush(now);
        this.last = pixels.slice();
    }

    /** Write the last picture, which was shown until now. */
    flush(now) {
        if (!this.last) return;
        const delay = Math.max(Math.round((now - this.shownAt) / 10), 2);
        this.shownAt += 10 * delay;
        this.parts.push(picture(this.width, this.height, this.last, Math.min(delay, 65535)));
    }

    end() {
        clearInterval(this.timer);
        this.flush(performance.now());
        const head = [...letters("GIF89a"), ...word(this.width), ...word(this.height), 0x70, 0, 0];
        const repeat = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
        const whole = [Uint8Array.from(head), Uint8Array.from(repeat), ...this.parts, Uint8Array.of(0x3b)];
        const file = new File(whole, "thirteen.gif", { type: "image/gif" });
        return { file, seconds: Math.round((performance.now() - this.began) / 1000) };
    }
}

const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));
const word = (value) => [value & 255, value >> 8];

/** A picture's blocks: how long it is shown, where, its colours (0xAABBGGRR), and its pixels by LZW. */
function picture(width, height, pixels, delay) {
    const colours = [...new Set(pixels)];
    const numbers = new Map(colours.map((colour, i) => [colour, i]));
    const bits = Math.max(Math.ceil(Math.log2(colours.length)), 2);
    const palette = new Uint8Array(3 << bits);
    palette.set(colours.flatMap((colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]));
    const control = [0x21, 0xf9, 4, 4, ...word(delay), 0, 0];
    const place = [0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0x80 | (bits - 1)];
    const data = compressed(Uint8Array.from(pixels, (pixel) => numbers.get(pixel)), bits);
    const blocks = [];
    for (let at = 0; at < data.length; at += 255) {
        const block = data.subarray(at, at + 255);
        blocks.push(Uint8Array.of(block.length), block);
    }
    return new Blob([Uint8Array.from(control), Uint8Array.from(place), palette, Uint8Array.of(bits), ...blocks, Uint8Array.of(0)]);
}

/** LZW as GIF has it: codes grow from deep + 1 to 12 bits, low bits first. */
function compressed(pixels, deep) {
    const clear = 1 << deep;
    const out = new Uint8Array(2 * pixels.length + 16);
    let length = 0;
    let held = 0;
    let bits = 0;
    let size, next, codes;
    const put = (code) => {
        held |= code << bits;
        bits += size;
        for (; bits >= 8; bits -= 8) {
            out[length++] = held & 255;
            held >>>= 8;
        }
    };
    const reset = () => {
        codes = new Map(); // a code and the pixel after it: the code of both
        size = deep + 1;
        next = clear + 2;
    };
    reset();
    put(clear);
    let code = pixels[0];
    for (let i = 1; i < pixels.length; i++) {
        const key = (code << deep) | pixels[i];
        const known = codes.get(key);
        if (known !== undefined) {
            code = known;
            continue;
        }
        put(code);
        if (next === 4096) {
            put(clear);
            reset();
        } else {
            if (next === 1 << size) size++;
            codes.set(key, next++);
        }
        code = pixels[i];
    }
    put(code);
    put(clear + 1);
    if (bits) out[length++] = held & 255;
    return out.subarray(0, length);
}
