// The handheld's buzzer: one square wave at a time.

import * as kept from "./kept.js";

const LOUDEST = 0.09;
const SOFT = 0.004; // time constant in seconds of a note's rise and fall; without it there are clicks

export class Sound {
    constructor() {
        this.on = kept.get("sound") !== "off";
        this.context = null;
        this.note = null;
        // Browsers allow no sound before the first key or touch. At its end: the first time takes a slow machine most
        // of a second, and a key that is down meanwhile would repeat.
        const wake = () => this.wake();
        for (const kind of ["keyup", "pointerup"]) addEventListener(kind, wake);
    }

    wake() {
        if (!this.on || !globalThis.AudioContext) return;
        this.context ??= new AudioContext();
        if (this.context.state !== "running") this.context.resume(); // suspended, or interrupted by a call
    }

    toggle() {
        this.on = !this.on;
        kept.set("sound", this.on ? "on" : "off");
        if (this.on) this.wake();
        else this.hush();
    }

    tone(hz, ms, level) {
        this.hush();
        if (!this.on || this.context?.state !== "running" || hz < 16 || ms <= 0) return;
        const { context } = this;
        const wave = new OscillatorNode(context, { type: "square", frequency: hz });
        const gain = new GainNode(context, { gain: 0 });
        wave.connect(gain).connect(context.destination);
        const start = context.currentTime;
        const end = start + ms / 1000;
        gain.gain.setTargetAtTime((LOUDEST * level) / 255, start, SOFT);
        gain.gain.setTargetAtTime(0, end, SOFT);
        wave.start(start);
        wave.stop(end + 8 * SOFT);
        this.note = { wave, gain };
    }

    hush() {
        if (!this.note) return;
        const { wave, gain } = this.note;
        const now = this.context.currentTime;
        gain.gain.cancelScheduledValues(now);
        gain.gain.setTargetAtTime(0, now, SOFT);
        wave.stop(now + 8 * SOFT);
        this.note = null;
    }
}
