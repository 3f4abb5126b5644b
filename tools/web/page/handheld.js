// The handheld on the page: the worker that runs it, and the canvas that shows its screen.

import * as kept from "./kept.js";
import { inflated, load } from "./machine.js";
import { Mailbox } from "./mailbox.js";
import { ASKED, AWAKE, HEARD, HIDDEN, SAVED, SPEED, WRITTEN, make } from "./shared.js";

const PATIENCE = 3000; // ms that the page waits for the last save before the worker is ended
const DAY = 86400000;
const DAY_0 = Date.UTC(2000, 0, 1);

export class Handheld {
    /** onEvent(kind, message) is called for "loading", "waiting", "incomplete", "show", "panel", "busy", "film", "open", "said", "memory", "bad", "turn", "unlinked", "leave" and "failed". */
    constructor(canvas, saves, keys, sound, onEvent) {
        Object.assign(this, { canvas, saves, keys, sound, onEvent });
        this.context = canvas.getContext("2d", { alpha: false });
        const { first, later } = JSON.parse(document.getElementById("sizes").textContent);
        Object.assign(this, { sizes: first, room: later });
        this.loaded = 0; // bytes
        const part = (name) => load(name, (bytes) => this.progress(bytes));
        [this.engine, this.games] = Object.keys(this.sizes).map(part);
        this.games.catch(() => {}); // told after the engine
        this.worker = null;
        this.heard = false;
    }

    /** Switch it off and on again. plan: see `run` in machine/browser.py. */
    async start(board, plan = null) {
        this.stop();
        const number = (this.starts = (this.starts ?? 0) + 1);
        const worker = new Worker("worker.js", { type: "module" });
        this.worker = worker;
        this.shared = make();
        this.shared[HEARD] = Number(this.heard);
        this.mailbox = new Mailbox();
        // The files that come later: their number of bytes, 0 until they have come; then the bundle.
        this.late = new SharedArrayBuffer(4 + this.room);
        this.passLater();
        this.waiting = false; // whether the worker waits for them
        this.watching = Boolean(plan?.record);
        this.updateVisibility();
        this.keys.connect(this.shared);
        worker.onmessage = ({ data }) => this.onMessage(data);
        worker.onerror = (event) => this.onEvent("failed", { why: event.message ?? "worker.js" });
        let games;
        try {
            const engine = await this.engine;
            if (number === this.starts) worker.postMessage({ engine });
            games = await this.games;
        } catch (error) {
            return this.onEvent("failed", { why: error.message });
        }
        if (number !== this.starts) return; // restarted meanwhile
        const now = new Date();
        const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
        worker.postMessage({
            games, board, plan,
            saves: this.saves.files,
            calm: this.watching ? null : calmness(),
            day: Math.round((today - DAY_0) / DAY),
            shared: this.shared.buffer,
            mailbox: this.mailbox.buffer,
            late: this.late,
        }); // prettier-ignore
    }

    /** Load the files that are not needed for the first picture. */
    async loadLater() {
        this.begun = true;
        this.failed = false;
        try {
            this.later = await inflated("later.bin");
        } catch {
            this.failed = true;
            if (this.waiting) this.onEvent("incomplete");
            return;
        }
        this.passLater();
    }

    passLater() {
        if (!this.later) return;
        this.waiting = false;
        new Uint8Array(this.late, 4).set(this.later);
        const length = new Int32Array(this.late, 0, 1);
        Atomics.store(length, 0, this.later.length);
        Atomics.notify(length, 0);
    }

    progress(bytes) {
        this.loaded += bytes;
        const all = Object.values(this.sizes).reduce((sum, size) => sum + size, 0);
        this.onEvent("loading", { percent: Math.min(Math.floor((100 * this.loaded) / all), 100) });
    }

    stop() {
        this.save();
        this.worker?.terminate();
        this.worker = null;
        this.sound.hush();
    }

    /**
     * Save the game now, and return when that is done: the page, or the worker, is about to end.
     * Promises would come too late, so this waits in a loop, some 20 ms. (A tab that is being closed
     * gets half a second from Chromium, and as much before that.)
     */
    save() {
        if (!this.worker) return;
        const { shared } = this;
        const request = Atomics.add(shared, ASKED, 1) + 1;
        Atomics.notify(shared, WRITTEN);
        const end = performance.now() + PATIENCE;
        while (Atomics.load(shared, AWAKE) && Atomics.load(shared, SAVED) !== request) {
            if (performance.now() > end) break;
        }
        this.takeSaves();
    }

    takeSaves() {
        for (const [name, bytes] of this.mailbox.take()) {
            if (!this.watching) this.saves.put(name, bytes);
        }
    }

    onMessage(data) {
        if (data.kind === "show") {
            this.context.putImageData(new ImageData(data.rgba, data.w), data.x, data.y);
            this.onEvent("show", data);
        } else if (data.kind === "tone") {
            this.sound.tone(data.hz, data.ms, data.level);
        } else if (data.kind === "saved") {
            this.takeSaves();
        } else if (data.kind === "light") {
            // The lowest brightness that a player can set must still be readable.
            this.canvas.style.filter = `brightness(${data.level ? 0.35 + (0.65 * data.level) / 255 : 0})`;
        } else if (data.kind === "waiting") {
            this.waiting = true;
            if (!this.begun) this.loadLater();
            this.onEvent(this.failed ? "incomplete" : "waiting");
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
        if (document.hidden) this.save();
    }

    /** Whether somebody listens to what the screen shows. */
    hear(on) {
        this.heard = on;
        if (!this.shared) return;
        Atomics.store(this.shared, HEARD, Number(on));
        Atomics.notify(this.shared, WRITTEN);
    }

    speed(times) {
        this.shared[SPEED] = times;
    }
}

/** Whether the system has just asked for less motion (true), or no longer asks (false); else null. */
function calmness() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = kept.get("calm") === "yes";
    kept.set("calm", calm ? "yes" : "no");
    return calm === before ? null : calm;
}
