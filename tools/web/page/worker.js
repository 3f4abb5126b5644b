// The thread in which the handheld runs. It sleeps until the page writes a key, see line.js.

import { compile, prepare, unpack } from "./machine.js";
import { asked, waiting } from "./line.js";
import { Mailbox } from "./mailbox.js";
import { AGAIN, ASKED, AWAKE, AWAY, HEARD, HIDDEN, KEYS, LISTEN, LOST, PLAYABLE, SAVE, SAVED, SLOTS, SPEED, TOUCH, TOUCHED, WRITTEN } from "./shared.js";

const APART = 12; // ms between two changes of the keys, so that the firmware sees each
const SHORT = 25; // ms; who waits as long for a key has nothing else to do
// Then, so many ms after the last key or picture a wait is that long instead: nothing is due that soon.
const RESTS = [[12000, 900], [2500, 450]]; // prettier-ignore
const OFTEN = 12; // ms after which words are asked for that are not shared
const LONG = 20; // ms; longer sleeps are not ended by a key
const FRAME = 1000 / 60; // ms from one picture to the next: screens show no more
const GRACE = 1000; // ms until a hidden page's clock stops
const ONCE = LOST | AGAIN | PLAYABLE; // what no key holds down
const DAY = 86400000;
const DAY_0 = Date.UTC(2000, 0, 1);
const UNSAVED = 120; // ms from a key until the game is saved: here nothing wears out

class Host {
    constructor({ words, line, mailbox, late }) {
        this.shared = words;
        this.line = line;
        this.shares = !(words.buffer instanceof ArrayBuffer);
        this.sleep = waiting(words, line);
        this.mailbox = mailbox && new Mailbox(mailbox);
        this.late = late;
        this.asked = 0; // when words were asked for
        this.keys = 0;
        this.at = 0; // the pointer's last change
        this.read = 0;
        this.changed = 0; // when the keys last changed
        this.active = 0; // and they or the pointer
        this.due = Infinity; // when the game is to be saved
        this.answered = 0; // the last request to save that was passed on
        this.shown = 0; // when the picture last changed
        this.lost = performance.now(); // ms that the handheld's clock leaves out
        this.hiddenAt = 0;
    }

    clock() {
        return Math.floor((performance.now() - this.lost) * this.shared[SPEED]);
    }

    /** Days since 2000-01-01. */
    today() {
        const now = new Date();
        return Math.round((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - DAY_0) / DAY);
    }

    wait(ms, forKey) {
        const shared = this.shared;
        this.tellSaved();
        Atomics.store(shared, AWAKE, 1);
        let now = performance.now();
        if (forKey && ms >= SHORT) {
            const still = now - Math.max(this.shown, this.active);
            ms = Math.max(ms, RESTS.find(([after]) => still > after)?.[1] ?? 0);
        }
        if (!this.shares && now - this.asked > OFTEN) {
            asked(shared, this.line, 0);
            this.asked = now;
        }
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
                if (forKey || ms < LONG) break;
            }
            const left = end - now;
            if (left <= 0 || (this.toSave() && forKey)) break;
            const due = forKey ? Math.min(left, this.due - now) : left;
            if (due <= 0) break;
            const more = written !== this.read ? APART - (now - this.changed) : due;
            this.sleep(WRITTEN, written, Math.min(due, Math.max(more, 0)));
            now = this.asked = performance.now();
        }
        if (Atomics.load(shared, HIDDEN)) this.rest(now);
        else this.hiddenAt = 0;
        const heard = shared[HEARD] ? LISTEN : 0;
        const once = this.keys & ONCE;
        this.keys ^= once;
        return this.keys | touch | heard | once | this.save(now, ms);
    }

    /** Whether the next change is one of the pointer, which does not bounce. */
    isTouch() {
        return Boolean(this.shared[KEYS + (this.read % SLOTS)] & TOUCHED);
    }

    take() {
        const change = this.shared[KEYS + (this.read % SLOTS)];
        this.read = (this.read + 1) | 0;
        this.active = performance.now();
        return change;
    }

    touch() {
        return this.at;
    }

    /** Whether the page asks for a save, and the game has seen every key until then. */
    toSave() {
        const { shared } = this;
        const asked = Atomics.load(shared, ASKED) !== this.answered;
        return asked && Atomics.load(shared, WRITTEN) === this.read && performance.now() - this.changed >= APART;
    }

    /** AWAY if the page asks for a save, as nobody looks; SAVE if one is due; else 0. */
    save(now, ms) {
        const asked = this.toSave();
        if (!asked && (ms <= 0 || now < this.due)) return 0;
        if (asked) this.answered = Atomics.load(this.shared, ASKED);
        this.due = Infinity;
        return asked ? AWAY : SAVE;
    }

    /** Tell the page which request to save was served last. */
    tellSaved() {
        if (Atomics.exchange(this.shared, SAVED, this.answered) === this.answered || this.shares) return;
        postMessage({ kind: "answered", request: this.answered });
    }

    /** While the page is hidden the handheld's clock stops. */
    rest(now) {
        this.hiddenAt ||= now;
        const { shared } = this;
        const unread = Atomics.load(shared, WRITTEN) !== this.read || Atomics.load(shared, ASKED) !== this.answered;
        if (now - this.hiddenAt <= GRACE || unread || this.due < Infinity) return;
        Atomics.store(this.shared, AWAKE, 0); // everything is saved
        while (Atomics.load(shared, HIDDEN) === 1 && !this.toSave()) this.sleep(HIDDEN, 1, Infinity);
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
        this.mailbox?.put(name, bytes);
        postMessage(this.mailbox ? { kind: "saved" } : { kind: "file", name, bytes });
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
    const host = new Host(data);
    try {
        const machine = prepare(await micropython, { ...data, host });
        const plan = JSON.stringify(data.plan ?? null);
        machine.run(`import browser\nbrowser.run(${JSON.stringify(plan)})`);
        postMessage({ kind: "off" });
    } catch (error) {
        postMessage({ kind: "failed", why: String(error.message ?? error) });
    }
    Atomics.store(data.words, AWAKE, 0);
};
