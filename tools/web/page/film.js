// Watching a record as a film: the bar below the picture, and what a record must have.

import { MOST, codeIn } from "./address.js";

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);

export class Film {
    /** start(plan), stop() and speed(times) act on the handheld; deal(ghost) plays what was watched. */
    constructor({ start, stop, speed, deal }) {
        this.speed = speed;
        this.start = start;
        this.buttons = [...$("film").querySelectorAll("[data-speed]")];
        for (const button of this.buttons) button.onclick = () => this.setSpeed(Number(button.dataset.speed));
        $("stop").onclick = stop;
        this.deal = deal;
    }

    /** Show the bar, or not. */
    show(on) {
        $("film").hidden = !on;
        $("move").textContent = "";
        $("again").disabled = true;
        if (on) this.setSpeed(1);
    }

    /** Its deal can be played: against that ghost, see film.py. */
    offer(ghost) {
        $("again").disabled = false;
        $("again").onclick = () => this.deal(ghost);
    }

    tell(text) {
        $("move").textContent = text;
    }

    setSpeed(times) {
        this.speed(times);
        for (const button of this.buttons) {
            button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === times));
        }
    }

    /** Play a record or a code; returns what is wrong, in a sentence, "" if it plays. */
    play(text) {
        const code = codeIn(text);
        if (code) {
            this.start({ record: code });
            return "";
        }
        let record;
        try {
            record = JSON.parse(text);
        } catch {
            return "That is no deal, code or link, and no record: a JSON file written by `python -m tools record`.";
        }
        if (typeof record?.game !== "string" || !Array.isArray(record.moves)) {
            return "That is not a record of a game: it has no game and no moves.";
        }
        const wrong = faultOf(record);
        if (wrong) return `This record can't be played: ${wrong}.`;
        const { game, rules, deal, options, moves } = record;
        this.start({ record: { game, rules, deal, options, moves } });
        return "";
    }
}

/** What is wrong with the fields of a record, "" if they are of the right kind. */
function faultOf({ deal, rules, options, moves }) {
    if (!Number.isInteger(deal) || deal < 1 || deal > MOST) return `its deal is not a number from 1 to ${MOST}`;
    if (!Number.isInteger(rules)) return "it does not say the version of its rules";
    const plain = (value) => typeof value === "string" || Number.isInteger(value) || typeof value === "boolean";
    const known = options && typeof options === "object" && Object.values(options).every(plain);
    if (!known || Array.isArray(options)) return "its options are damaged";
    const bad = moves.findIndex((move) => typeof move !== "string" || move.length > 99);
    return bad < 0 ? "" : `move ${bad + 1} is no text of a move`;
}
