// The handheld on the page: the worker that runs it, and the picture of its screen.

import * as kept from "./kept.js";
import { Line } from "./line.js";
import { inflated, load, unpack } from "./machine.js";
import { Mailbox } from "./mailbox.js";
import { ASKED, AWAKE, HEARD, HIDDEN, SAVED, SPEED } from "./shared.js";

const PATIENCE = 3000; // ms that the page waits for the last save before the worker is ended

// What the worker posts, by kind, and what becomes of it here.
const TAKEN = {
    show({ context, screen }, { rgba, x, y, w, h }) {
        context.putImageData(new ImageData(rgba, w), x, y);
        screen.draw(x, y, w, h);
    },
    tone: ({ sound }, { hz, ms, level }) => sound.tone(hz, ms, level),
    saved: (handheld) => handheld.takeSaves(),
    file: (handheld, { name, bytes }) => handheld.store(name, bytes),
    answered: (handheld, { request }) => handheld.onAnswer?.(request),
    // The lowest brightness that a player can set must still be readable.
    light: ({ screen }, { level }) => screen.light(level ? 0.35 + (0.65 * level) / 255 : 0),
    panel: ({ screen }, { w, h }) => screen.resize(w, h),
    waiting(handheld) {
        handheld.waiting = true;
        if (!handheld.begun) handheld.loadLater();
    },
};

export class Handheld {
    /** onEvent(message): what the worker posts, but for pictures, tones, light and saves; and "loading", "waiting", "incomplete". */
    constructor(screen, saves, keys, sound, onEvent) {
        Object.assign(this, { screen, saves, keys, sound, onEvent });
        this.context = screen.picture.getContext("2d", { alpha: false });
        const { first, later } = JSON.parse(document.getElementById("sizes").textContent);
        Object.assign(this, { sizes: first, room: later });
        this.loaded = 0; // bytes
        const part = (name) => load(name, (bytes) => this.progress(bytes));
        [this.engine, this.games] = Object.keys(this.sizes).map(part);
        this.games.catch(() => {}); // told after the engine
        this.worker = null;
        this.line = null;
        this.heard = false;
        this.starts = 0;
    }

    /** Switch it off and on again. plan: see `run` in machine/browser.py. */
    async start(board, plan = null) {
        const number = ++this.starts;
        const stopped = this.stop();
        if (stopped) await stopped;
        if (number !== this.starts) return; // restarted meanwhile
        const worker = new Worker("worker.js", { type: "module" });
        const line = new Line();
        Object.assign(this, { worker, line });
        this.waiting = false; // whether the worker waits for the files that come later
        this.watching = Boolean(plan?.record);
        this.mailbox = null;
        this.late = null;
        if (line.shares) {
            this.mailbox = new Mailbox();
            // The files that come later: their number of bytes, 0 until they have come; then the bundle.
            this.late = new SharedArrayBuffer(4 + this.room);
            this.passLater();
        }
        this.updateVisibility();
        line.set(HEARD, Number(this.heard));
        this.keys.connect(line);
        worker.onmessage = ({ data }) => this.onMessage(data);
        worker.onerror = (event) => this.fail(event.message ?? "worker.js");
        let games;
        try {
            const engine = await this.engine;
            if (number === this.starts) worker.postMessage({ engine });
            games = await this.games;
            if (!line.shares) games = new Map([...games, ...unpack(await (this.rest ??= inflated("later.bin")))]);
        } catch (error) {
            return this.fail(error.message);
        }
        if (number !== this.starts) return;
        worker.postMessage({
            games, board, plan,
            saves: this.saves.files,
            calm: this.watching ? null : calmness(),
            words: line.words,
            line: line.name,
            mailbox: this.mailbox?.buffer,
            late: this.late,
        }); // prettier-ignore
    }

    fail(why) {
        this.onEvent({ kind: "failed", why });
    }

    /** Load the files that are not needed for the first picture. */
    async loadLater() {
        this.begun = true;
        this.failed = false;
        try {
            this.later = await (this.rest ??= inflated("later.bin"));
        } catch {
            this.rest = null;
            this.failed = true;
            if (this.waiting) this.onEvent({ kind: "incomplete" });
            return;
        }
        this.passLater();
    }

    passLater() {
        if (!this.later || !this.late) return;
        this.waiting = false;
        new Uint8Array(this.late, 4).set(this.later);
        const length = new Int32Array(this.late, 0, 1);
        Atomics.store(length, 0, this.later.length);
        Atomics.notify(length, 0);
    }

    progress(bytes) {
        this.loaded += bytes;
        const all = Object.values(this.sizes).reduce((sum, size) => sum + size, 0);
        this.onEvent({ kind: "loading", percent: Math.min(Math.floor((100 * this.loaded) / all), 100) });
    }

    /** Save, and end the worker; a promise if that takes a while. */
    stop() {
        const saved = this.save();
        const { worker } = this;
        this.worker = null;
        this.sound.hush();
        if (!saved) return worker?.terminate();
        return saved.then(() => worker.terminate());
    }

    /**
     * Save the game now, and return when that is done: the page, or the worker, is about to end.
     * Promises would come too late, so this waits in a loop, some 20 ms. (A tab that is being closed
     * gets half a second from Chromium, and as much before that.) Without shared memory it can't: then
     * it returns a promise, and what was played in the last 120 ms before a tab is closed may be lost.
     */
    save() {
        if (!this.worker) return null;
        const { line } = this;
        const request = line.words[ASKED] + 1;
        line.set(ASKED, request);
        if (!line.shares) {
            return new Promise((resolve) => {
                this.onAnswer = (answered) => answered === request && resolve();
                setTimeout(resolve, PATIENCE / 3);
            });
        }
        const end = performance.now() + PATIENCE;
        while (Atomics.load(line.words, AWAKE) && Atomics.load(line.words, SAVED) !== request) {
            if (performance.now() > end) break;
        }
        this.takeSaves();
        return null;
    }

    takeSaves() {
        for (const [name, bytes] of this.mailbox.take()) this.store(name, bytes);
    }

    store(name, bytes) {
        if (!this.watching) this.saves.put(name, bytes);
    }

    onMessage(data) {
        TAKEN[data.kind]?.(this, data);
        this.onEvent(data.kind === "waiting" && this.failed ? { kind: "incomplete" } : data);
    }

    /** The page was hidden, or shown again. */
    updateVisibility() {
        this.line?.set(HIDDEN, document.hidden ? 1 : 0);
        if (document.hidden) this.save();
    }

    /** Whether somebody listens to what the screen shows. */
    hear(on) {
        this.heard = on;
        this.line?.set(HEARD, Number(on));
    }

    speed(times) {
        this.line?.set(SPEED, times);
    }
}

/** Whether the system has just asked for less motion (true), or no longer asks (false); else null. */
function calmness() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = kept.get("calm") === "yes";
    kept.set("calm", calm ? "yes" : "no");
    return calm === before ? null : calm;
}
