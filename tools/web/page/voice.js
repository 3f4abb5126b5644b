// What the handheld's screen shows, for a screen reader; only once somebody listens: it costs time and memory.

import * as kept from "./kept.js";

const SAID = 9; // texts that stay for a screen reader that is still busy
const said = document.getElementById("said");
const button = document.getElementById("voice");

export class Voice {
    /** onChange(on) is called when somebody begins to listen, or no longer does. */
    constructor(onChange) {
        this.onChange = onChange;
        this.on = kept.get("voice") === "on";
        button.onclick = () => this.turn(!this.on);
        this.show();
    }

    turn(on) {
        if (on === this.on) return;
        this.on = on;
        kept.set("voice", on ? "on" : "off");
        this.show();
        this.onChange(on);
        if (!on) said.replaceChildren();
    }

    show() {
        button.setAttribute("aria-pressed", String(this.on));
    }

    /** Let a screen reader say a text, after what it is saying now. */
    say(text) {
        const line = document.createElement("p");
        line.textContent = text;
        said.append(line);
        if (said.children.length > SAID) said.firstChild.remove();
    }
}
