// The chosen board's screen and keys, at once in their final size, so that nothing moves when the games start.

import * as kept from "./kept.js";

const LEAST = 0.5; // of its own size: in a small window its keys are in sight, too
const SHARP = 1.06; // up to that much larger than a whole number it is the whole number

export const board = {
    all: JSON.parse(document.getElementById("boards").textContent),
    device: document.getElementById("handheld"),
    canvas: /** @type {HTMLCanvasElement} */ (document.getElementById("screen")),
    list: /** @type {HTMLSelectElement} */ (document.getElementById("board")),
    picture: document.createElement("canvas"), // as the handheld draws it,
    pixels: new Uint32Array(0), // and its colours, which are never read back: a browser may guard that
    times: 1, // device pixels to a pixel, before it is reduced

    /** Show the screen and the keys of the chosen board. */
    apply() {
        const { device } = board;
        const chosen = board.all.find(({ name }) => name === board.list.value);
        for (const button of /** @type {any} */ (device.querySelectorAll("button[data-key]"))) {
            button.disabled = !chosen.keys.includes(button.dataset.key);
        }
        board.pad = chosen.keys.includes("UP");
        device.classList.toggle("nopad", !board.pad);
        document.getElementById("sound").hidden = !chosen.sound;
        board.resize(chosen.width, chosen.height);
    },

    /** The handheld's screen has that many pixels. */
    resize(width, height) {
        board.picture.width = width;
        board.picture.height = height;
        board.pixels = new Uint32Array(width * height);
        board.light(1);
        board.fit();
    },

    /**
     * Show the picture as large as fits. It is drawn with whole pixels at the next larger whole number of
     * device pixels each, and reduced to its size from there, so that all of its pixels look alike; at a
     * whole number, or just above one, they are sharp. It begins on a device pixel.
     */
    fit() {
        const { canvas, device, picture } = board;
        const style = getComputedStyle(device);
        const ratio = devicePixelRatio;
        const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const room = (name) => em * parseFloat(style.getPropertyValue(name));
        const width = document.documentElement.clientWidth - room("--beside");
        const height = innerHeight - room("--below");
        const most = Math.min((width * ratio) / picture.width, (height * ratio) / picture.height);
        const whole = Math.floor(most);
        const scale = Math.max(whole && most < whole * SHARP ? whole : most, LEAST);
        board.times = Math.ceil(scale);
        const [w, h] = [picture.width, picture.height].map((size) => Math.round(size * scale));
        canvas.width = picture.width * board.times;
        canvas.height = picture.height * board.times;
        canvas.style.imageRendering = w === canvas.width ? "pixelated" : "auto";
        canvas.style.width = `${w / ratio}px`;
        canvas.style.height = `${h / ratio}px`;
        canvas.style.translate = "none";
        const { left, top } = canvas.getBoundingClientRect();
        const beside = (at) => (Math.round(at * ratio) - at * ratio) / ratio;
        canvas.style.translate = `${beside(left + scrollX)}px ${beside(top + scrollY)}px`;
        board.draw(0, 0, picture.width, picture.height);
    },

    /** A part of the picture has changed. */
    receive({ rgba, x, y, w, h }) {
        const pixels = new Uint32Array(rgba.buffer);
        for (let row = 0; row < h; row++) {
            board.pixels.set(pixels.subarray(row * w, (row + 1) * w), (y + row) * board.picture.width + x);
        }
        board.drawn.putImageData(new ImageData(rgba, w), x, y);
        board.draw(x, y, w, h);
    },

    /** Show a part of it. */
    draw(x, y, w, h) {
        const { times } = board;
        board.context.imageSmoothingEnabled = false;
        board.context.drawImage(board.picture, x, y, w, h, x * times, y * times, w * times, h * times);
    },

    light(level) {
        board.canvas.style.filter = level === 1 ? "" : `brightness(${level})`;
    },
};

board.context = board.canvas.getContext("2d", { alpha: false });
board.drawn = board.picture.getContext("2d", { alpha: false });
board.list.value = kept.get("board") ?? board.list.value;
if (!board.list.value) board.list.selectedIndex = 0;
board.apply();
delete document.documentElement.dataset.board; // see head.js
