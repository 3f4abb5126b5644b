// The handheld's host in the worker: see machine.js. What the page tells it are pairs, see messages.js.

import { unpack } from "./machine.js";
import { AGAIN, ASKED, AWAY, CHANGE, HEARD, HIDDEN, LISTEN, LOST, PLAYABLE, SAVE, SPEED, TOUCH, TOUCHED } from "./messages.js";

const APART = 12; // ms between two changes of the keys, so that the firmware sees each
const SHORT = 25; // ms; who waits as long for a key has nothing else to do
// Then, so many ms after the last key or picture a wait is that long instead: nothing is due that soon.
const RESTS = [[12000, 900], [2500, 450]]; // prettier-ignore
const OFTEN = 12; // ms after which it hears what the page tells, however busy Python is
const FRAME = 1000 / 60; // ms from one picture to the next: screens show no more
const GRACE = 1000; // ms until a hidden page's clock stops
const ONCE = LOST | AGAIN | PLAYABLE; // what no key holds down
const DAY = 86400000;
const DAY_0 = Date.UTC(2000, 0, 1);
const UNSAVED = 2; // ms from a key until the game is saved, by the next wait: its picture was told before

export class Host {
    constructor() {
        this.blocking = null; // see blocking.js
        this.told = { [HIDDEN]: 0, [SPEED]: 1, [ASKED]: 0, [HEARD]: 0 }; // by kind
        this.changes = []; // of the keys and the pointer, not taken yet
        this.held = 0; // what the last wait has found, see machine.js
        this.keys = 0;
        this.at = 0; // the pointer's last change
        this.changed = 0; // when the firmware last saw a change of the keys,
        this.unseen = false; // unless the last wait has found one
        this.active = 0; // and they or the pointer
        this.turned = 0; // when it last heard what the page tells
        this.due = Infinity; // when the game is to be saved
        this.answered = 0; // the last request to save that was passed on
        this.served = 0; // and the last whose end the page knows
        this.shown = 0; // when the picture last changed
        this.lost = performance.now(); // ms that the handheld's clock leaves out
        this.hiddenAt = 0;
        this.bundle = null; // of the files that come later
        this.bundled = new Promise((resolve) => (this.give = resolve)).then((bundle) => (this.bundle = bundle));
        this.wake = () => {};
        this.channel = new MessageChannel();
        this.channel.port1.onmessage = () => this.wake();
    }

    /** The page tells something. */
    hear(kind, value) {
        if (kind === CHANGE) this.changes.push(value);
        else this.told[kind] = value;
        this.wake();
    }

    clock() {
        return Math.floor((performance.now() - this.lost) * this.told[SPEED]);
    }

    /** Days since 2000-01-01. */
    today() {
        const now = new Date();
        return Math.round((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - DAY_0) / DAY);
    }

    /** Wait; returns a promise where Python needs not block. */
    wait(ms, forKey) {
        const sleeps = this.sleeps(ms, forKey);
        if (!this.blocking) return this.suspended(sleeps);
        for (const sleep of sleeps) this.blocking.sleep(sleep, this);
        return null;
    }

    async suspended(sleeps) {
        for (const ms of sleeps) {
            let timer;
            await new Promise((/** @type {(value?: any) => void} */ resolve) => {
                this.wake = resolve;
                if (ms < 1) this.channel.port2.postMessage(0);
                else if (ms < Infinity) timer = setTimeout(resolve, ms);
            });
            clearTimeout(timer);
        }
    }

    /** A wait, as the sleeps that it takes, in ms: each ends at the latest when the page tells something. */
    *sleeps(ms, forKey) {
        this.tellSaved();
        let now = performance.now();
        if (this.unseen) this.changed = now; // it may have been slow to look
        this.unseen = false;
        if (forKey && ms >= SHORT) {
            const still = now - Math.max(this.shown, this.active);
            ms = Math.max(ms, RESTS.find(([after]) => still > after)?.[1] ?? 0);
        }
        const end = ms > 0 ? Math.max(now + ms / this.told[SPEED], this.shown + FRAME) : now;
        if (now - this.turned > OFTEN) {
            yield 0;
            this.turned = performance.now();
        }
        let touch = 0;
        for (;;) {
            const next = this.changes[0];
            if (next & TOUCHED) {
                this.at = this.take();
                touch = TOUCH;
                this.due = Math.min(this.due, now + UNSAVED);
                break;
            }
            if (next !== undefined && now - this.changed >= APART) {
                this.keys = this.take();
                this.changed = now;
                this.unseen = true;
                this.due = Math.min(this.due, now + UNSAVED);
                break;
            }
            const left = end - now;
            if (left < 1 || (this.toSave() && forKey)) break;
            const due = forKey ? Math.min(left, this.due - now) : left;
            if (due <= 0) break;
            const more = next === undefined ? due : APART - (now - this.changed);
            yield Math.min(due, Math.max(more, 0));
            now = this.turned = performance.now();
        }
        if (this.told[HIDDEN]) yield* this.rest(now);
        else this.hiddenAt = 0;
        const once = this.keys & ONCE;
        this.keys ^= once;
        this.held = this.keys | touch | (this.told[HEARD] ? LISTEN : 0) | once | this.save(now, ms);
    }

    take() {
        this.active = performance.now();
        return this.changes.shift();
    }

    touch() {
        return this.at;
    }

    /** Whether the page asks for a save, and the game has seen every key until then. */
    toSave() {
        return this.told[ASKED] !== this.answered && !this.changes.length && performance.now() - this.changed >= APART;
    }

    /** AWAY if the page asks for a save, as nobody looks; SAVE if one is due; else 0. */
    save(now, ms) {
        const asked = this.toSave();
        if (!asked && (ms <= 0 || now < this.due)) return 0;
        if (asked) this.answered = this.told[ASKED];
        this.due = Infinity;
        return asked ? AWAY : SAVE;
    }

    /** Tell the page which request to save was served last. */
    tellSaved() {
        if (this.served === this.answered) return;
        this.served = this.answered;
        this.tell({ kind: "answered", request: this.served });
    }

    /** While the page is hidden the handheld's clock stops. */
    *rest(now) {
        this.hiddenAt ||= now;
        if (now - this.hiddenAt <= GRACE || this.changes.length || this.told[ASKED] !== this.answered) return;
        if (this.due < Infinity) return;
        while (this.told[HIDDEN] && !this.toSave()) yield Infinity; // everything is saved
        this.lost += performance.now() - now;
    }

    entropy() {
        return crypto.getRandomValues(new Uint32Array(1))[0] & 0x3fffffff;
    }

    /** Tell the page something. */
    tell(message, transfer = []) {
        if (message.kind === "show") this.shown = performance.now();
        postMessage(message, { transfer });
    }

    /** The files that come later: a Map, or a promise of one. */
    later() {
        if (this.blocking) return unpack(this.blocking.later());
        if (!this.bundle) this.tell({ kind: "waiting" });
        return this.bundled.then(unpack);
    }
}
