// Keyboard, touch and game controllers, as the bits of the handheld's keys.

import { AGAIN, KEY, LOST, PLAYABLE, TOUCHED } from "./messages.js";

// The letters that the screen names, whatever key they are printed on.
const LETTERS = { a: "A", b: "B", x: "X", y: "Y", m: "MENU" };
// Where a hand lies on W A S D, whatever is printed there.
const HAND = { KeyW: "UP", KeyA: "LEFT", KeyS: "DOWN", KeyD: "RIGHT" };
const ARROWS = { ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT" };
const OTHERS = { Enter: "A", NumpadEnter: "A", Space: "A", Backspace: "B", Escape: "MENU" };
// Buttons of a standard game controller, by number; its first stick moves, too.
const CONTROLLER = { 0: "A", 1: "B", 2: "X", 3: "Y", 8: "MENU", 9: "MENU", 12: "UP", 13: "DOWN", 14: "LEFT", 15: "RIGHT" };
// On a board without a pad, X steps back through the choices and Y forward.
const STEPS = { UP: "X", LEFT: "X", DOWN: "Y", RIGHT: "Y" };
const VOICE = "v"; // what the screen shows is said, or no longer
const ASKS = { t: AGAIN, p: PLAYABLE }; // all of it once more; what can be played
const TILT = 0.5;
const TAP = 70; // ms that what is no finger holds a button
const PAD_REST = 0.22; // dead zone at the pad's centre, as a fraction of its radius
const TAKEN = ["pointercancel", "lostpointercapture"]; // the system took the pointer away: nothing is meant

export class Keys {
    /** onChange(bits) is called at each change; accepts(event): whether a key event is for the game. */
    constructor(onChange, accepts) {
        this.onChange = onChange;
        this.accepts = accepts;
        this.sources = new Map(); // the bits that each source holds down
        this.bits = 0;
        this.spent = 0; // those that were down when the handheld was switched on: they count once they were up
        this.pad = true; // whether the board has one
        this.hand = false; // whether the last move was made with W A S D: then A moves, too
        /** @type {(change: number) => void} */
        this.onWrite = () => {};
        /** @type {(moves: boolean) => void} */
        this.onHand = () => {};
        this.onVoice = this.onReader = () => {};
        addEventListener("keydown", (event) => this.onKey(event, true));
        addEventListener("keyup", (event) => this.onKey(event, false));
        addEventListener("blur", () => this.release());
        addEventListener("gamepadconnected", () => this.watch());
    }

    /** Somebody begins to hear them. */
    begin() {
        this.spent = this.bits;
    }

    /** A source holds these keys down from now on; `lost`: it was taken away, so what it held was not meant. */
    press(source, bits, lost = 0) {
        if (bits) this.sources.set(source, bits);
        else this.sources.delete(source);
        let all = 0;
        for (const some of this.sources.values()) all |= some;
        if (all === this.bits) return;
        this.bits = all;
        this.spent &= all;
        this.write((all & ~this.spent) | lost);
        this.onChange(all);
    }

    tap(source, bits) {
        this.press(source, bits);
        setTimeout(() => this.press(source, 0), TAP);
    }

    release() {
        for (const source of [...this.sources.keys()]) this.press(source, 0, LOST);
    }

    write(change) {
        this.onWrite(change);
    }

    onKey(event, down) {
        const source = event.code || event.key;
        if (!down) {
            // macOS sends no release of a key while Meta is down.
            return event.key === "Meta" ? this.release() : this.press(source, 0);
        }
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!event.repeat && this.accepts(event)) {
            const letter = latin(event.code, event.key);
            if (letter === VOICE) return this.onVoice();
            if (letter in ASKS) {
                this.onReader();
                return this.write((this.bits & ~this.spent) | ASKS[letter]);
            }
        }
        const name = this.named(event);
        if (!name || !this.accepts(event)) return;
        event.preventDefault();
        this.press(source, this.bit(name));
    }

    /** The handheld's key for a key of the keyboard. */
    named({ code, key }) {
        const letter = LETTERS[latin(code, key)];
        const way = HAND[code];
        const hand = way && !letter ? true : code in ARROWS ? false : this.hand;
        if (hand !== this.hand) {
            this.hand = hand;
            this.onHand(hand);
        }
        if (letter && way) return hand ? way : letter;
        return letter ?? way ?? ARROWS[code] ?? OTHERS[code];
    }

    bit(name) {
        return KEY[this.pad ? name : (STEPS[name] ?? name)];
    }

    /** Connect a group of buttons; a finger may slide from one to another. */
    group(element) {
        const buttons = [...element.querySelectorAll("button")];
        const under = (event) => {
            if (element.dataset.key === "PAD") return padKey(element, event);
            const at = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
            return buttons.includes(at) ? KEY[at.dataset.key] : 0;
        };
        element.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            element.setPointerCapture(event.pointerId);
            this.press(event.pointerId, under(event));
        });
        element.addEventListener("pointermove", (event) => {
            if (element.hasPointerCapture(event.pointerId)) this.press(event.pointerId, under(event));
        });
        this.ends(element);
        for (const button of buttons) this.onClick(button);
    }

    /** Connect a single button. */
    single(button) {
        button.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            button.setPointerCapture(event.pointerId);
            this.press(event.pointerId, KEY[button.dataset.key]);
        });
        this.ends(button);
        this.onClick(button);
    }

    /** A pointer on this element holds nothing down any more. */
    ends(element) {
        element.addEventListener("pointerup", (event) => this.press(event.pointerId, 0));
        for (const end of TAKEN) element.addEventListener(end, (event) => this.press(event.pointerId, 0, LOST));
    }

    /** Connect the picture: its first finger, or the mouse, in the pixels of `pixels`. Moves are sent once a frame. */
    picture(canvas, pixels) {
        let finger = null;
        let moved = null;
        const send = (event, down, lost = 0) => {
            const box = canvas.getBoundingClientRect();
            const pixel = (at, start, size, all) => Math.min(Math.max(Math.floor(((at - start) / size) * all), 0), all - 1);
            const x = pixel(event.clientX, box.left, box.width, pixels.width);
            const y = pixel(event.clientY, box.top, box.height, pixels.height);
            this.write(TOUCHED | (lost << 21) | (down << 20) | (y << 10) | x);
        };
        const flush = () => {
            if (moved) send(moved, 1);
            moved = null;
        };
        canvas.addEventListener("pointerdown", (event) => {
            if (finger !== null || event.button) return;
            finger = event.pointerId;
            canvas.setPointerCapture(finger);
            send(event, 1);
        });
        canvas.addEventListener("pointermove", (event) => {
            if (event.pointerId !== finger) return;
            if (!moved) requestAnimationFrame(flush);
            moved = event;
        });
        const end = (event, lost) => {
            if (event.pointerId !== finger) return;
            flush();
            finger = null;
            send(event, 0, lost);
        };
        canvas.addEventListener("pointerup", (event) => end(event, 0));
        for (const kind of TAKEN) canvas.addEventListener(kind, (event) => end(event, 1));
        canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    /** Connect clicks made without a pointer, for example by a screen reader. */
    onClick(button) {
        button.addEventListener("click", (event) => {
            if (event.detail) return;
            this.onReader();
            this.tap(button, KEY[button.dataset.key]);
        });
        button.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    /** Poll the controllers once a frame while there is one. */
    watch() {
        if (this.watching) return;
        this.watching = true;
        const look = () => {
            const there = navigator.getGamepads().filter((pad) => pad);
            let bits = 0;
            for (const pad of there) {
                for (const [i, name] of Object.entries(CONTROLLER)) {
                    if (pad.buttons[i]?.pressed) bits |= this.bit(name);
                }
                const [x = 0, y = 0] = pad.axes;
                if (Math.max(Math.abs(x), Math.abs(y)) > TILT) bits |= this.bit(directionOf(x, y));
            }
            this.press("controller", bits);
            this.watching = there.length > 0;
            if (this.watching) requestAnimationFrame(look);
        };
        look();
    }
}

function directionOf(x, y) {
    if (Math.abs(x) > Math.abs(y)) return x < 0 ? "LEFT" : "RIGHT";
    return y < 0 ? "UP" : "DOWN";
}

function padKey(pad, event) {
    const box = pad.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width - 0.5;
    const y = (event.clientY - box.top) / box.height - 0.5;
    return Math.hypot(x, y) * 2 < PAD_REST ? 0 : KEY[directionOf(x, y)];
}

/** The letter that a key types; for a script other than Latin the one at its place on a US keyboard. */
function latin(code, key) {
    const letter = key?.toLowerCase() ?? "";
    if (/^[a-z]$/.test(letter)) return letter;
    return /^\p{L}$/u.test(letter) ? code.replace("Key", "").toLowerCase() : "";
}

/** What is printed on the keys W A S D of this reader's keyboard: {key of the handheld: letter}. */
export async function printed() {
    const map = await navigator.keyboard?.getLayoutMap().catch(() => null);
    const names = Object.entries(HAND).map(([code, name]) => [name, (map?.get(code) ?? code[3]).toUpperCase()]);
    return Object.fromEntries(names);
}
