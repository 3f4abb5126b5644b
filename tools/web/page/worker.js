// The thread in which the handheld runs. It sleeps until the page writes a key to shared memory.

import { compile, prepare, unpack } from "./machine.js";
import { Mailbox } from "./mailbox.js";
import { ASKED, AWAKE, HEARD, HIDDEN, KEYS, LISTEN, LOST, SAVE, SAVED, SLOTS, SPEED, TOUCH, TOUCHED, WRITTEN } from "./shared.js";

const APART = 12; // ms between two changes of the keys, so that the firmware sees each
const IDLE = 250; // ms without a new picture until the keys are polled less often
const NAP = 10; // ms between two polls then; a key ends the wait immediately
const FRAME = 1000 / 60; // ms from one picture to the next: screens show no more
const GRACE = 1000; // ms until a hidden page's clock stops
const LONG = 20; // ms; longer waits are not ended by a key
const UNSAVED = 120; // ms from a key until the game is saved: here nothing wears out

class Host {
    constructor(shared, mailbox, late) {
        this.shared = shared;
        this.mailbox = mailbox;
        this.late = late;
        this.keys = 0;
        this.at = 0; // the pointer's last change
        this.read = 0;
        this.changed = 0; // when the keys last changed
        this.due = Infinity; // when the game is to be saved
        this.answered = 0; // the last request to save that was passed on
        this.shown = 0; // when the picture last changed
        this.lost = performance.now(); // ms that the handheld's clock leaves out
        this.hiddenAt = 0;
    }

    clock() {
        return Math.floor((performance.now() - this.lost) * this.shared[SPEED]);
    }

    wait(ms) {
        const shared = this.shared;
        Atomics.store(shared, SAVED, this.answered);
        Atomics.store(shared, AWAKE, 1);
        let now = performance.now();
        if (ms > 0 && ms < NAP && now - this.shown > IDLE) ms = NAP;
        const end = ms > 0 ? Math.max(now + ms / shared[SPEED], this.shown + FRAME) : now;
        let touch = 0;
        for (;;) {
            const written = Atomics.load(shared, WRITTEN);
            if (written !== this.read && this.isTouch()) {
                this.at = this.take();
                touch = TOUCH;
                this.due = Math.min(this.due, now + UNSAVED);
                break;
            }
            if (written !== this.read && now - this.changed >= APART) {
                this.keys = this.take();
                this.changed = now;
                this.due = Math.min(this.due, now + UNSAVED);
                if (ms < LONG) break;
            }
            const left = end - now;
            if (left <= 0 || (this.asked() && ms < LONG)) break;
            const more = written !== this.read ? APART - (now - this.changed) : left;
            Atomics.wait(shared, WRITTEN, written, Math.min(left, Math.max(more, 0)));
            now = performance.now();
        }
        if (Atomics.load(shared, HIDDEN)) this.rest(now);
        else this.hiddenAt = 0;
        const heard = shared[HEARD] ? LISTEN : 0;
        const lost = this.keys & LOST;
        this.keys ^= lost;
        return this.keys | touch | heard | lost | this.save(now, ms);
    }

    /** Whether the next change is one of the pointer, which does not bounce. */
    isTouch() {
        return Boolean(this.shared[KEYS + (this.read % SLOTS)] & TOUCHED);
    }

    take() {
        const change = this.shared[KEYS + (this.read % SLOTS)];
        this.read = (this.read + 1) | 0;
        return change;
    }

    touch() {
        return this.at;
    }

    /** Whether the page asks for a save, and the game has seen every key until then. */
    asked() {
        const { shared } = this;
        const asked = Atomics.load(shared, ASKED) !== this.answered;
        return asked && Atomics.load(shared, WRITTEN) === this.read && performance.now() - this.changed >= APART;
    }

    /** SAVE if the game is to be saved now, else 0. */
    save(now, ms) {
        const asked = this.asked();
        if (!asked && (ms <= 0 || now < this.due)) return 0;
        if (asked) this.answered = Atomics.load(this.shared, ASKED);
        this.due = Infinity;
        return SAVE;
    }

    /** While the page is hidden the handheld's clock stops. */
    rest(now) {
        this.hiddenAt ||= now;
        const { shared } = this;
        const unread = Atomics.load(shared, WRITTEN) !== this.read || Atomics.load(shared, ASKED) !== this.answered;
        if (now - this.hiddenAt <= GRACE || unread || this.due < Infinity) return;
        Atomics.store(this.shared, AWAKE, 0); // everything is saved
        Atomics.wait(this.shared, HIDDEN, 1);
        Atomics.store(this.shared, AWAKE, 1);
        this.lost += performance.now() - now;
    }

    entropy() {
        return crypto.getRandomValues(new Uint32Array(1))[0] & 0x3fffffff;
    }

    tone(hz, ms, level) {
        postMessage({ kind: "tone", hz, ms, level });
    }

    light(level) {
        postMessage({ kind: "light", level });
    }

    panel(w, h) {
        postMessage({ kind: "panel", w, h });
    }

    show(x, y, w, h, rgba) {
        this.shown = performance.now();
        postMessage({ kind: "show", x, y, w, h, rgba }, [rgba.buffer]);
    }

    saved(name, bytes) {
        this.mailbox.put(name, bytes);
        postMessage({ kind: "saved" });
    }

    later() {
        const length = new Int32Array(this.late, 0, 1);
        if (!Atomics.load(length, 0)) {
            postMessage({ kind: "waiting" });
            Atomics.store(this.shared, AWAKE, 0);
            Atomics.wait(length, 0, 0);
        }
        return unpack(new Uint8Array(this.late, 4, length[0]).slice());
    }

    grown(bytes) {
        postMessage({ kind: "memory", bytes });
    }

    report(kind, text) {
        postMessage({ kind, text });
    }
}

let micropython = null;

/** First comes {engine}, then the rest. */
onmessage = async ({ data }) => {
    if (data.engine) {
        micropython = compile(data.engine, (line) => console.log(line));
        micropython.catch(() => {}); // told when the rest has come
        return;
    }
    const shared = new Int32Array(data.shared);
    try {
        const host = new Host(shared, new Mailbox(data.mailbox), data.late);
        const machine = prepare(await micropython, { ...data, host });
        const plan = JSON.stringify(data.plan ?? null);
        machine.run(`import browser\nbrowser.run(${JSON.stringify(plan)})`);
        postMessage({ kind: "off" });
    } catch (error) {
        postMessage({ kind: "failed", why: String(error.message ?? error) });
    }
    Atomics.store(shared, AWAKE, 0);
};
