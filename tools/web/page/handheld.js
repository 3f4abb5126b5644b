// The handheld on the page: the worker that runs it, and the picture of its screen.

import * as kept from "./kept.js";
import * as blocking from "./blocking.js";
import { arriving, inflated, load, unpack } from "./machine.js";
import { ASKED, CHANGE, HEARD, HIDDEN, SPEED } from "./messages.js";
import { sandboxed } from "./overlay.js";
import { suspends } from "./suspend.js";

const PATIENCE = 1000; // ms that the page waits for the last save before the worker is ended

// What the worker posts, by kind, and what becomes of it here.
const TAKEN = {
    show: ({ screen }, part) => screen.receive(part),
    tone: ({ sound }, { hz, ms, level }) => sound.tone(hz, ms, level),
    saved: (handheld, { name, bytes }) => handheld.watching || handheld.saves.put(name, bytes),
    answered: (handheld, { request }) => handheld.onAnswer?.(request),
    // The lowest brightness that a player can set must still be readable.
    light: ({ screen }, { level }) => screen.light(level ? 0.35 + (0.65 * level) / 255 : 0),
    panel: ({ screen }, { w, h }) => screen.resize(w, h),
    waiting(handheld) {
        handheld.waiting = true;
        if (!handheld.begun) handheld.loadLater();
    },
};

const LAST = ["saved", "answered"]; // of these what one says that is being ended still counts

/** The line to a worker that hears messages; that to one that does not is in blocking.js. */
class Line {
    shares; // see blocking.js
    given;

    constructor(worker) {
        this.worker = worker;
    }

    send(...pair) {
        this.worker.postMessage(pair);
    }

    give(later) {
        this.worker.postMessage({ later });
    }
}

export class Handheld {
    /** onEvent(message): what the worker posts, but for pictures, tones, light and saves; and "loading", "waiting", "incomplete". */
    constructor(screen, saves, keys, sound, onEvent) {
        this.screen = screen;
        this.saves = saves;
        this.keys = keys;
        this.sound = sound;
        this.onEvent = onEvent;
        this.onAnswer = null;
        const { first, later } = JSON.parse(document.getElementById("sizes").textContent);
        this.sizes = first;
        this.room = later;
        this.loaded = 0; // bytes
        const count = (bytes) => this.progress(bytes);
        this.engine = WebAssembly.compileStreaming(arriving("engine.bin", count));
        this.games = load("games.bin", count);
        for (const part of [this.engine, this.games]) part.catch(() => {}); // told when it is needed
        this.worker = null;
        this.stopped = Promise.resolve(); // that the last one has ended
        this.line = null;
        this.heard = false;
        this.starts = 0;
        this.requests = 0; // to save
        keys.onWrite = (change) => this.line?.send(CHANGE, change);
    }

    /** Switch it off and on again. plan: see `run` in machine/browser.py. */
    async start(board, plan = null) {
        const number = ++this.starts;
        await this.stop();
        if (number !== this.starts) return; // restarted meanwhile
        const worker = begun();
        const line = suspends ? new Line(worker) : new blocking.Line(worker, this.room);
        Object.assign(this, { worker, line });
        this.waiting = false; // whether the worker waits for the files that come later
        this.watching = Boolean(plan?.record);
        this.updateVisibility();
        line.send(HEARD, Number(this.heard));
        this.keys.begin();
        worker.onmessage = ({ data }) => this.onMessage(data, worker);
        worker.onerror = ({ message }) => this.fail(message ?? "a part of the page could not be loaded");
        const { files } = this.saves;
        const calm = this.watching ? null : calmness();
        try {
            let games = await this.games;
            if (line.shares === false) games = new Map([...games, ...unpack(await (this.rest ??= inflated("later.bin")))]);
            if (number !== this.starts) return;
            worker.postMessage({ games, board, plan, saves: files, calm, suspends, line: line.given });
            const engine = await this.engine;
            if (number === this.starts) worker.postMessage({ engine });
        } catch (error) {
            return this.fail(error.message);
        }
        this.passLater();
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
        if (!this.later || !this.worker) return;
        this.waiting = false;
        this.line.give(this.later);
    }

    progress(bytes) {
        this.loaded += bytes;
        const all = Object.values(this.sizes).reduce((sum, size) => sum + size, 0);
        this.onEvent({ kind: "loading", percent: Math.min(Math.floor((100 * this.loaded) / all), 100) });
    }

    /** Save, and end the worker. */
    stop() {
        const { worker } = this;
        if (worker) this.stopped = this.save().then(() => worker.terminate());
        this.worker = null;
        this.sound.hush();
        return this.stopped;
    }

    /** Save the game now. What was played in the last moment before a tab is closed may be lost. */
    async save() {
        if (!this.worker) return;
        const request = ++this.requests;
        this.line.send(ASKED, request);
        await new Promise((/** @type {(value?: any) => void} */ resolve) => {
            this.onAnswer = (answered) => answered === request && resolve();
            setTimeout(resolve, PATIENCE);
        });
    }

    onMessage(data, worker) {
        if (worker !== this.worker && !LAST.includes(data.kind)) return;
        TAKEN[data.kind]?.(this, data);
        if (worker !== this.worker) return;
        this.onEvent(data.kind === "waiting" && this.failed ? { kind: "incomplete" } : data);
    }

    /** The page was hidden, or shown again. */
    updateVisibility() {
        this.line?.send(HIDDEN, Number(document.hidden));
        if (document.hidden) this.save();
    }

    /** Whether somebody listens to what the screen shows. */
    hear(on) {
        this.heard = on;
        this.line?.send(HEARD, Number(on));
    }

    speed(times) {
        this.line?.send(SPEED, times);
    }
}

/** The worker. A page in a sandbox may start only one whose address says all of it, and Chromium no blob. */
function begun() {
    const { href } = new URL("worker.js", location.href);
    return new Worker(sandboxed ? `data:text/javascript,import ${JSON.stringify(href)}` : href, { type: "module" });
}

/** Whether the system has just asked for less motion (true), or no longer asks (false); else null. */
function calmness() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = kept.get("calm") === "yes";
    kept.set("calm", calm ? "yes" : "no");
    return calm === before ? null : calm;
}
