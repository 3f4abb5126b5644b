// The chosen board's screen and keys, at once in their final size, so that nothing moves when the games
// start. A classic script, which the site's build puts into index.html after the handheld.

const SHARP = 1.06; // up to that much larger than a whole number it is the whole number

const board = {
    all: JSON.parse(document.getElementById("boards").textContent),
    device: document.getElementById("handheld"),
    canvas: document.getElementById("screen"),
    list: document.getElementById("board"),
    picture: document.createElement("canvas"), // as the handheld draws it
    times: 1, // device pixels to a pixel, before it is reduced

    /** Show the screen and the keys of the chosen board. */
    apply() {
        const { device } = board;
        const chosen = board.all.find(({ name }) => name === board.list.value);
        for (const button of device.querySelectorAll("button[data-key]")) {
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
        const scale = Math.max(most < whole * SHARP ? whole : most, 1);
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

    /** Show a part of the picture that has changed. */
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
try {
    board.list.value = localStorage.getItem(own("board")) ?? board.list.value;
} catch {
    // storage is blocked
}
if (!board.list.value) board.list.selectedIndex = 0;
board.apply();
delete document.documentElement.dataset.board; // see head.js
