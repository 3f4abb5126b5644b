// The chosen board's screen and keys, at once in their final size, so that nothing moves when the games
// start. A classic script, which the site's build puts into index.html after the handheld.

const board = {
    all: JSON.parse(document.getElementById("boards").textContent),
    device: document.getElementById("handheld"),
    canvas: document.getElementById("screen"),
    list: document.getElementById("board"),

    /** Show the screen and the keys of the chosen board. */
    apply() {
        const { device, canvas } = board;
        const chosen = board.all.find(({ name }) => name === board.list.value);
        for (const button of device.querySelectorAll("button[data-key]")) {
            button.disabled = !chosen.keys.includes(button.dataset.key);
        }
        board.pad = chosen.keys.includes("UP");
        device.classList.toggle("nopad", !board.pad);
        document.getElementById("sound").hidden = !chosen.sound;
        canvas.width = chosen.width;
        canvas.height = chosen.height;
        board.fit();
    },

    /** Scale the handheld's screen by the largest whole number of pixels that fits. */
    fit() {
        const { canvas } = board;
        const style = getComputedStyle(board.device);
        const ratio = devicePixelRatio;
        const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const room = (name) => em * parseFloat(style.getPropertyValue(name));
        const width = document.documentElement.clientWidth - room("--beside");
        const height = innerHeight - room("--below");
        const times = Math.min((width * ratio) / canvas.width, (height * ratio) / canvas.height);
        const scale = Math.max(Math.floor(times), Math.ceil(ratio));
        canvas.style.width = `${(canvas.width * scale) / ratio}px`;
        canvas.style.height = `${(canvas.height * scale) / ratio}px`;
    },
};

try {
    board.list.value = localStorage.getItem("board") ?? board.list.value;
} catch {
    // storage is blocked
}
if (!board.list.value) board.list.selectedIndex = 0;
board.apply();
delete document.documentElement.dataset.board; // see head.js
