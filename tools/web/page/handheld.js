// The handheld on the page: a worker that runs it, and the canvas that is its screen.

import { load } from "./machine.js";
import { HIDDEN, SPEED, make } from "./shared.js";

const DAY = 86400000;
const DAY_0 = Date.UTC(2000, 0, 1);

export class Handheld {
    /** told(kind, message) hears of all that is not shown: "busy", "film", "bad", "failed" ... */
    constructor(canvas, saves, keys, sound, told) {
        Object.assign(this, { canvas, saves, keys, sound, told });
        this.context = canvas.getContext("2d", { alpha: false });
        this.parts = Promise.all([load("engine.bin"), load("games.bin")]);
        this.worker = null;
    }

    /** Switch it off and on again. plan: see `run` in machine/browser.py. */
    async start(board, plan = null) {
        this.stop();
        const mine = (this.turn = (this.turn ?? 0) + 1);
        const worker = new Worker("worker.js", { type: "module" });
        this.worker = worker;
        this.shared = make();
        this.see();
        this.keys.connect(this.shared);
        worker.onmessage = ({ data }) => this.heard(data, plan);
        worker.onerror = (event) => this.told("failed", { why: event.message ?? "worker.js" });
        const [engine, games] = await this.parts;
        if (mine !== this.turn) return; // started again meanwhile
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

    heard(data, plan) {
        if (data.kind === "show") {
            this.context.putImageData(new ImageData(data.rgba, data.w), data.x, data.y);
            this.told("show", data);
        } else if (data.kind === "tone") {
            this.sound.tone(data.hz, data.ms, data.level);
        } else if (data.kind === "saved") {
            if (!plan?.record) this.saves.put(data.name, data.bytes);
        } else if (data.kind === "light") {
            // Even the lowest light that a player can set is to be read by.
            this.canvas.style.filter = `brightness(${data.level ? 0.35 + (0.65 * data.level) / 255 : 0})`;
        } else if (data.kind === "panel") {
            this.canvas.width = data.w;
            this.canvas.height = data.h;
            this.canvas.style.filter = "";
            this.told("panel", data);
        } else {
            this.told(data.kind, data);
        }
    }

    /** Whether anybody sees the page has changed. */
    see() {
        if (!this.shared) return;
        Atomics.store(this.shared, HIDDEN, document.hidden ? 1 : 0);
        Atomics.notify(this.shared, HIDDEN);
    }

    speed(times) {
        this.shared[SPEED] = times;
    }
}
