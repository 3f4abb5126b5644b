// The handheld on the page: the worker that runs it, and the canvas that shows its screen.

import { load } from "./machine.js";
import { HIDDEN, SPEED, make } from "./shared.js";

const DAY = 86400000;
const DAY_0 = Date.UTC(2000, 0, 1);

export class Handheld {
    /** onEvent(kind, message) is called for "show", "panel", "busy", "film", "bad" and "failed". */
    constructor(canvas, saves, keys, sound, onEvent) {
        Object.assign(this, { canvas, saves, keys, sound, onEvent });
        this.context = canvas.getContext("2d", { alpha: false });
        this.parts = Promise.all([load("engine.bin"), load("games.bin")]);
        this.worker = null;
    }

    /** Switch it off and on again. plan: see `run` in machine/browser.py. */
    async start(board, plan = null) {
        this.stop();
        const number = (this.starts = (this.starts ?? 0) + 1);
        const worker = new Worker("worker.js", { type: "module" });
        this.worker = worker;
        this.shared = make();
        this.updateVisibility();
        this.keys.connect(this.shared);
        worker.onmessage = ({ data }) => this.onMessage(data, plan);
        worker.onerror = (event) => this.onEvent("failed", { why: event.message ?? "worker.js" });
        const [engine, games] = await this.parts;
        if (number !== this.starts) return; // restarted meanwhile
        const now = new Date();
        const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
        worker.postMessage({
            engine, games, board, plan,
            saves: this.saves.files,
            day: Math.round((today - DAY_0) / DAY),
            shared: this.shared.buffer,
        }); // prettier-ignore
    }

    stop() {
        this.worker?.terminate();
        this.worker = null;
        this.sound.hush();
    }

    onMessage(data, plan) {
        if (data.kind === "show") {
            this.context.putImageData(new ImageData(data.rgba, data.w), data.x, data.y);
            this.onEvent("show", data);
        } else if (data.kind === "tone") {
            this.sound.tone(data.hz, data.ms, data.level);
        } else if (data.kind === "saved") {
            if (!plan?.record) this.saves.put(data.name, data.bytes);
        } else if (data.kind === "light") {
            // The lowest brightness that a player can set must still be readable.
            this.canvas.style.filter = `brightness(${data.level ? 0.35 + (0.65 * data.level) / 255 : 0})`;
        } else if (data.kind === "panel") {
            this.canvas.width = data.w;
            this.canvas.height = data.h;
            this.canvas.style.filter = "";
            this.onEvent("panel", data);
        } else {
            this.onEvent(data.kind, data);
        }
    }

    /** The page was hidden, or shown again. */
    updateVisibility() {
        if (!this.shared) return;
        Atomics.store(this.shared, HIDDEN, document.hidden ? 1 : 0);
        Atomics.notify(this.shared, HIDDEN);
    }

    speed(times) {
        this.shared[SPEED] = times;
    }
}
