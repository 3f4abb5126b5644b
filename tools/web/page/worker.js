// The thread in which the handheld runs. It sleeps until the page writes a key to shared memory.

import { powerOn } from "./machine.js";
import { HIDDEN, KEYS, SAVE, SLOTS, SPEED, WRITTEN } from "./shared.js";

const APART = 12; // ms between two changes of the keys, so that the firmware sees each
const IDLE = 250; // ms without a new picture until the keys are polled less often
const NAP = 10; // ms between two polls then; a key ends the wait immediately
const GRACE = 1000; // ms until a hidden page's clock stops
const LONG = 20; // ms; longer waits are not ended by a key

class Host {
    constructor(shared) {
        this.shared = shared;
        this.keys = 0;
        this.read = 0;
        this.changed = 0; // when the keys last changed
        this.shown = 0; // when the picture last changed
        this.lost = performance.now(); // ms that the handheld's clock leaves out
        this.hiddenAt = 0;
    }

    clock() {
        return Math.floor((performance.now() - this.lost) * this.shared[SPEED]);
    }

    wait(ms) {
        const shared = this.shared;
        let now = performance.now();
        if (ms > 0 && ms < NAP && now - this.shown > IDLE) ms = NAP;
        const end = now + ms / shared[SPEED];
        for (;;) {
            const written = Atomics.load(shared, WRITTEN);
            if (written !== this.read && now - this.changed >= APART) {
                this.keys = shared[KEYS + (this.read % SLOTS)];
                this.read = (this.read + 1) | 0;
                this.changed = now;
                if (ms < LONG) break;
            }
            const left = end - now;
            if (left <= 0) break;
            const more = written !== this.read ? APART - (now - this.changed) : left;
            Atomics.wait(shared, WRITTEN, written, Math.min(left, Math.max(more, 0)));
            now = performance.now();
        }
        return this.keys | this.rest(now, ms);
    }

    /** While the page is hidden: returns SAVE once, and later stops the handheld's clock. */
    rest(now, ms) {
        if (!Atomics.load(this.shared, HIDDEN)) {
            this.hiddenAt = 0;
        } else if (!this.hiddenAt) {
            if (ms > 0) {
                this.hiddenAt = now;
                return SAVE;
            }
        } else if (now - this.hiddenAt > GRACE) {
            Atomics.wait(this.shared, HIDDEN, 1);
            this.lost += performance.now() - now;
        }
        return 0;
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
        postMessage({ kind: "saved", name, bytes });
    }

    report(kind, text) {
        postMessage({ kind, text });
    }

    print(text) {
        console.log(text);
    }
}

onmessage = async ({ data }) => {
    try {
        const host = new Host(new Int32Array(data.shared));
        const machine = await powerOn({ ...data, host });
        const plan = JSON.stringify(data.plan ?? null);
        machine.run(`import browser\nbrowser.run(${JSON.stringify(plan)})`);
        postMessage({ kind: "off" });
    } catch (error) {
        postMessage({ kind: "failed", why: String(error.message ?? error) });
    }
};
