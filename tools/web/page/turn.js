// Which tab has the saves: one at a time. A tab that is asked for them saves, stops and lets go.

import { own } from "./kept.js";

const RELOAD_TIME = 800; // ms that a page being reloaded may still hold the lock
const HANDED = 200; // ms in which a tab without locks saves
const PATIENCE = 4000; // ms after which a tab that does not answer loses it; saving takes up to 3000

export class Turn {
    /** onTaken() is called, and awaited, before another tab gets the saves. */
    constructor(onTaken) {
        this.onTaken = onTaken;
        this.letGo = null; // while this tab has them
        this.queue = (_) => {}; // wait for them, or steal them
        this.name = own("handheld");
        this.channel = null;
        try {
            this.channel = new BroadcastChannel(this.name);
            this.channel.onmessage = () => this.end();
        } catch {
            // all storage is blocked: a tab has nothing that another could need
        }
    }

    /** Wait for the saves; onWait() is called if another tab has them: `ask` asks it for them. */
    async take(onWait) {
        const locks = await navigator.locks?.query().catch(() => null);
        if (!locks) return this.takeOver();
        let waiting = new AbortController();
        const had = new Promise((resolve, reject) => {
            this.queue = (steal = false) => {
                waiting.abort();
                waiting = new AbortController();
                this.request(steal ? { steal } : { signal: waiting.signal }, resolve, reject);
            };
        });
        this.queue();
        // Who plays may load the page anew: a tab that nobody looks at does not take the saves meanwhile.
        const look = () => (document.hidden ? waiting.abort() : this.queue());
        const offer = setTimeout(() => {
            onWait();
            look();
            document.addEventListener("visibilitychange", look);
        }, RELOAD_TIME);
        await had.finally(() => {
            clearTimeout(offer);
            clearTimeout(this.late);
            document.removeEventListener("visibilitychange", look);
        });
    }

    /** Without https there are no locks, nor where all storage is blocked: the tab that comes last has them. */
    async takeOver() {
        this.channel?.postMessage("let go");
        this.letGo = () => {};
        await new Promise((done) => setTimeout(done, HANDED));
    }

    ask() {
        this.channel?.postMessage("let go");
        this.late = setTimeout(() => this.queue(true), PATIENCE);
    }

    request(options, resolve, reject) {
        const held = navigator.locks.request(this.name, options, () => {
            const end = new Promise((/** @type {(value?: any) => void} */ letGo) => (this.letGo = letGo));
            resolve();
            return end;
        });
        held.catch((error) => {
            if (error.name !== "AbortError") reject(error); // else given up, or taken by another tab
            this.end();
        });
    }

    async end() {
        const { letGo } = this;
        this.letGo = null;
        if (!letGo) return;
        await this.onTaken();
        letGo();
    }
}
