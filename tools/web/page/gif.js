// Records the picture as a GIF: each picture compressed as soon as it has come.

import { showStatus } from "./overlay.js";
import { saveFile } from "./share.js";

const LONGEST = 120000; // ms
const BITS = 6; // of a colour
const BETWEEN = 40; // ms, at least, from one picture to the next

let recording = null;

/** Begin to record, or end it and save the file. */
export function toggle() {
    const button = document.getElementById("gif");
    if (recording) {
        const { file, pictures, seconds } = recording.end();
        recording = null;
        saveFile(file);
        showStatus(`The GIF is saved: ${seconds} seconds, ${pictures} pictures, ${Math.ceil(file.size / 1000)} kB.`);
    } else {
        recording = new Recording(() => recording && toggle());
        showStatus("Recording, two minutes at most …");
    }
    button.setAttribute("aria-pressed", String(Boolean(recording)));
}

class Recording {
    constructor(onFull) {
        const { width, height } = board.picture;
        Object.assign(this, { width, height, onFull });
        this.context = board.picture.getContext("2d");
        this.colours = new Map(); // to their numbers, in the order in which they come
        this.last = null;
        this.parts = [];
        this.pictures = 0;
        this.began = this.shownAt = performance.now();
        this.take();
        this.timer = setInterval(() => this.take(), BETWEEN);
    }

    /** Add the picture if it has changed. */
    take() {
        const now = performance.now();
        const { width, height } = this;
        const pixels = new Uint32Array(this.context.getImageData(0, 0, width, height).data.buffer);
        if (!this.last || pixels.some((pixel, i) => pixel !== this.last[i])) {
            this.flush(now);
            this.last = pixels;
        }
        if (now - this.began > LONGEST || board.picture.width !== width) this.onFull();
    }

    /** Write the last picture, which was shown until now. */
    flush(now) {
        if (!this.last) return;
        const delay = Math.max(Math.round((now - this.shownAt) / 10), 2);
        this.shownAt += 10 * delay;
        const indexed = Uint8Array.from(this.last, (pixel) => this.numberOf(pixel));
        this.parts.push(picture(this.width, this.height, indexed, Math.min(delay, 65535)));
        this.pictures++;
    }

    numberOf(pixel) {
        let number = this.colours.get(pixel);
        if (number === undefined) {
            number = this.colours.size & ((1 << BITS) - 1);
            this.colours.set(pixel, number);
        }
        return number;
    }

    end() {
        clearInterval(this.timer);
        this.flush(performance.now());
        const palette = new Uint8Array(3 << BITS);
        for (const [pixel, number] of [...this.colours].slice(0, 1 << BITS)) {
            palette.set([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], 3 * number);
        }
        const head = [..."GIF89a"].map((letter) => letter.charCodeAt(0));
        head.push(...word(this.width), ...word(this.height), 0xf0 | (BITS - 1), 0, 0);
        const repeat = [0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0];
        const whole = [Uint8Array.from(head), palette, Uint8Array.from(repeat), ...this.parts, Uint8Array.of(0x3b)];
        const file = new File(whole, "thirteen.gif", { type: "image/gif" });
        return { file, pictures: this.pictures, seconds: Math.round((performance.now() - this.began) / 1000) };
    }
}

const word = (value) => [value & 255, value >> 8];

/** A picture's blocks: how long it is shown, where, and its pixels by LZW. */
function picture(width, height, pixels, delay) {
    const control = [0x21, 0xf9, 4, 4, ...word(delay), 0, 0];
    const place = [0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, BITS];
    const data = compressed(pixels);
    const blocks = [];
    for (let at = 0; at < data.length; at += 255) {
        const block = data.subarray(at, at + 255);
        blocks.push(Uint8Array.of(block.length), block);
    }
    return new Blob([Uint8Array.from(control), Uint8Array.from(place), ...blocks, Uint8Array.of(0)]);
}

/** LZW as GIF has it: codes grow from BITS + 1 to 12 bits, low bits first. */
function compressed(pixels) {
    const clear = 1 << BITS;
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
        size = BITS + 1;
        next = clear + 2;
    };
    reset();
    put(clear);
    let code = pixels[0];
    for (let i = 1; i < pixels.length; i++) {
        const key = (code << BITS) | pixels[i];
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
