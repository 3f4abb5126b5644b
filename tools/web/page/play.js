// The handheld on the page: what it says, what the address names, and the page's controls.

import { codeIn, dealIn, title, turnIn } from "./address.js";
import { connectBack } from "./back.js";
import { board } from "./board.js";
import { Film } from "./film.js";
import { Handheld } from "./handheld.js";
import * as kept from "./kept.js";
import { Keys, printed } from "./keys.js";
import { playing } from "./offline.js";
import { offerAddress, offerAgain, sandboxed, settleStatus, showOverlay, showStatus } from "./overlay.js";
import { Saves } from "./saves.js";
import { KEY } from "./messages.js";
import { Sound } from "./sound.js";
import { Turn } from "./turn.js";
import { Voice } from "./voice.js";

const { canvas, device } = board;
const PATIENCE = 400; // ms that the handheld may wait for files before the page says so
/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);

/** Start the games; returns when they have the saves. */
export async function play() {
    kept.once("isolating");
    const page = (globalThis.thirteen = new Page()); // for a look from the console
    await page.takeTurn();
    page.connect();
    page.open();
}

class Page {
    constructor() {
        this.board = board;
        this.handheld = null;
        this.saves = null;
        this.plan = null; // how the handheld was started, see `run` in machine/browser.py
        this.taken = kept.once("taken"); // the part of the address that names the open game,
        this.saved = ""; // and that of the one that the saves open again
        this.onWhere = () => {}; // the player is somewhere else, see back.js
        this.taking = null; // the promise of the saves that another tab has
        this.over = false; // whether a menu, or another screen, lies over the launcher
        this.ghost = JSON.parse(kept.once("ghost")); // who is played against, since "Play this deal": see film.py
        this.result = ""; // how the open game has ended
        this.turn = new Turn(async () => {
            await this.handheld.stop();
            await this.saves.stored;
            showOverlay("The games continue in another tab.", "Play here", () => this.playHere());
        });
    }

    // The saves, which one tab has at a time

    async takeTurn() {
        await this.turn.take(() => showOverlay("The games are open in another tab.", "Play here", () => this.turn.ask()));
        await this.readSaves();
    }

    /** Have the saves back from another tab. */
    takeBack() {
        const taken = async () => {
            const had = this.turn.take(() => {});
            this.turn.ask();
            await had;
            await this.readSaves();
            this.handheld.saves = this.saves;
        };
        if (!this.turn.letGo) this.taking ??= taken().finally(() => (this.taking = null));
        return this.taking;
    }

    async playHere() {
        await this.takeBack();
        this.startAgain();
    }

    async readSaves() {
        this.saves?.close();
        this.saves = await Saves.open(() => showStatus("This browser could not save your last moves: has it room left?"));
        this.saves.onPut = keepForGood;
    }

    // The handheld

    /** Connect the handheld with the page's controls. */
    connect() {
        const keys = (this.keys = new Keys(showKeys, isForGame));
        this.sound = new Sound();
        this.voice = new Voice((on) => this.handheld.hear(on));
        Object.assign(keys, {
            pad: board.pad,
            onHand: (moves) => device.classList.toggle("hand", moves), // the key A is no longer the button A
            onVoice: () => this.voice.turn(!this.voice.on),
            onReader: () => this.voice.turn(true),
        });
        for (const group of device.querySelectorAll(".pad, .buttons")) keys.group(group);
        keys.single(device.querySelector(".menu"));
        keys.picture(canvas, board.picture);
        showPrinted();
        const heard = (message) => HEARD[message.kind]?.(this, message);
        this.handheld = new Handheld(board, this.saves, keys, this.sound, heard);
        this.handheld.hear(this.voice.on);
        this.film = new Film({
            start: (plan) => {
                showStatus("");
                this.start(plan);
                device.scrollIntoView({ block: "nearest" });
            },
            stop: () => this.backToGames(),
            speed: (times) => this.handheld.speed(times),
            deal: (ghost) => {
                this.ghost = ghost;
                this.playText(`#${ghost.game}/${ghost.deal}`);
            },
        });
        for (const connected of [this.connectTools, this.connectTexts, this.connectPage]) connected.call(this);
    }

    async start(plan = null) {
        this.plan = plan;
        this.taken = null; // until something is open: a menu may come before it
        this.saved = this.result = "";
        this.over = false;
        $("link")?.remove();
        $("share").textContent = "Share the games";
        $("share").hidden = Boolean(plan?.turn); // it has links of its own
        this.film.show(Boolean(plan?.record));
        await this.takeBack(); // who opens something here wants to play here
        if (plan === this.plan) this.handheld.start(board.list.value, { ...plan, ghost: this.ghost });
    }

    /** A film and a match by link go on; else what the saves say: another tab may have left what the address names. */
    startAgain() {
        const plan = this.plan?.record ? this.plan : this.planOf(location.hash);
        if (plan?.record || plan?.turn) this.start(plan);
        else this.backToGames();
    }

    /** What the address named is left: it would open again at the next visit. plan: of what comes then. */
    backToGames(text = "", plan = null) {
        showStatus(text);
        this.start(plan);
        this.follow("");
    }

    // The address

    /** Open what the address names; returns whether there was something. */
    openFromAddress() {
        const { hash } = location;
        if (codeIn(hash)) {
            this.film.play(hash);
            return true;
        }
        if (hash === this.taken || isPart(hash)) return false;
        const plan = this.planOf(hash);
        if (!plan) {
            if (this.taken !== null) history.replaceState(history.state, "", location.pathname + location.search + this.taken);
            if (hash.length > 1) showStatus(`This address names no game or deal: ${hash.slice(0, 99)}. A deal has a number from 1 to 999999.`);
            return false;
        }
        showStatus(plan.deal && !this.saves.files.size ? introduced(...plan.deal) : "");
        this.start(plan);
        toGame();
        return true;
    }

    /** Open what a part of an address names, in place of what is open. */
    goTo(hash) {
        history.replaceState(history.state, "", hash);
        this.taken = null;
        this.openFromAddress();
    }

    open() {
        if (!this.openFromAddress()) this.start();
        if (this.saves.trouble) showStatus("This browser keeps nothing for this page: games are lost when it is closed.");
    }

    /** How to start what a text or an address names; null if it names no deal and no match. */
    planOf(text) {
        const turn = turnIn(text);
        if (turn) return { turn };
        const asked = dealIn(text);
        if (!asked) return null;
        const { game, deal, options } = this.ghost ?? {};
        return { deal: [...asked, `${asked}` === `${[game, deal]}` ? options : null] };
    }

    /** The address follows the game that is open: its name and deal, or nothing in the launcher. */
    follow(name) {
        const { pathname, search, hash } = location;
        this.taken = name && `#${name}`;
        this.result = "";
        if (name && this.ghost && name !== `${this.ghost.game}/${this.ghost.deal}`) this.ghost = null;
        $("share").textContent = name ? "Share this deal" : "Share the games";
        if (hash === this.taken || isPart(hash)) return;
        history.replaceState(history.state, "", pathname + search + this.taken);
        this.onWhere();
    }

    // What can be opened from a text

    /** Play a record, a code, or what an address names. */
    playText(text) {
        const plan = this.planOf(text);
        if (plan) {
            showStatus("");
            this.start(plan);
            toGame();
        } else showStatus(this.film.play(text));
    }

    /** Call a function of a part of the page that is loaded when it is needed. */
    async later(file, what, ...args) {
        try {
            const module = await import(file);
            await module[what](this, ...args);
        } catch (error) {
            const missing = error instanceof TypeError && /import|module/i.test(error.message);
            showStatus(missing ? "A part of the page could not be loaded: is the network there?" : `That did not work: ${error.message}`);
        }
    }

    // The page's controls

    connectTools() {
        $("board").onchange = () => {
            kept.set("board", $("board").value);
            board.apply();
            this.keys.pad = board.pad;
            this.startAgain();
            canvas.focus({ preventScroll: true });
        };
        const showSound = () => $("sound").setAttribute("aria-pressed", String(this.sound.on));
        showSound();
        $("sound").onclick = () => {
            this.sound.toggle();
            showSound();
        };
        $("fullscreen").hidden = !document.fullscreenEnabled;
        $("fullscreen").onclick = () => device.requestFullscreen();
        device.onfullscreenchange = () => (document.fullscreenElement ? device.append($("status")) : device.after($("status")));
        $("friend").onclick = () => this.later("./by_link.js", "ask");
        $("share").onclick = () => this.later("./share.js", "share");
        $("picture").onclick = () => this.later("./share.js", "savePicture");
        $("gif").onclick = () => this.later("./gif.js", "toggle");
        $("saves").onclick = () => this.later("./backup.js", "ask");
        $("play").onclick = (event) => {
            event.preventDefault();
            toGame();
        };
        canvas.addEventListener("pointerdown", () => canvas.focus({ preventScroll: true }));
        // Who has clicked on a control goes on with the game: Enter is not meant for it again.
        addEventListener("click", ({ detail, target }) => {
            if (detail && /** @type {any} */ (target).closest(".tools button, .film button, #theme")) canvas.focus({ preventScroll: true });
        });
    }

    connectTexts() {
        $("record").onclick = () => $("file").click();
        $("file").onchange = async () => {
            const [file] = $("file").files;
            if (file) this.playText(await file.text());
            $("file").value = "";
        };
        $("deal").onsubmit = (event) => {
            event.preventDefault();
            const { game, number } = /** @type {any} */ (Object.fromEntries(new FormData(event.target)));
            const hash = `#${game}/${Number(number)}`;
            if (!/^\s*\d+\s*$/.test(number)) return this.playText(number);
            this.goTo(hash);
        };
        for (const link of /** @type {any} */ (document.querySelectorAll(".games a"))) {
            link.onclick = (event) => {
                event.preventDefault();
                this.goTo(link.hash);
            };
        }
        addEventListener("hashchange", () => {
            const left = this.taken ?? this.plan;
            if (left && !location.hash) this.backToGames("", { home: true }); // by Back, to the page as it was
            else this.openFromAddress();
        });
        addEventListener("paste", (event) => {
            if (/** @type {any} */ (event.target).closest?.("input, select")) return;
            const text = event.clipboardData.getData("text");
            if (text) this.playText(text);
        });
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", async (event) => {
            event.preventDefault();
            const [file] = event.dataTransfer.files;
            if (file?.name.endsWith(".zip")) this.later("./backup.js", "load", file);
            else this.playText(file ? await file.text() : event.dataTransfer.getData("text"));
        });
    }

    connectPage() {
        connectBack(this);
        document.addEventListener("visibilitychange", () => this.handheld.updateVisibility());
        addEventListener("beforeunload", () => this.handheld.save());
        addEventListener("pagehide", () => {
            this.handheld.save();
            // What was opened a moment ago, and is not saved yet, is opened by its address again.
            if (this.taken && this.saved === this.taken && !turnIn(this.taken)) kept.forNext("taken", this.taken);
            if (this.ghost) kept.forNext("ghost", JSON.stringify(this.ghost));
        });
    }
}

// What the handheld tells, by kind, and what becomes of it: see onEvent of Handheld, and `report` in machine/browser.py.
const HEARD = {
    show({ handheld }) {
        if (device.dataset.state !== "on") {
            device.dataset.state = "on";
            performance.mark("first picture");
            if (!handheld.begun) handheld.loadLater();
            playing();
        }
        if (!$("overlay").hidden) showOverlay("");
    },
    loading: (_, { percent }) => showOverlay(percent < 100 ? `Loading … ${percent} %` : "Switching on …"),
    waiting: ({ handheld }) => setTimeout(() => handheld.waiting && showOverlay("Loading …"), PATIENCE),
    incomplete({ handheld }) {
        showOverlay("The rest of the games could not be loaded.", "Try again", () => {
            showOverlay("Loading …");
            handheld.loadLater();
        });
    },
    memory: (_, { bytes }) => (device.dataset.memory = bytes),
    film: ({ film }, { text }) => film.tell(text),
    proof: (_, { text }) => showStatus(text),
    offer: ({ film }, { text }) => film.offer(JSON.parse(text)),
    open: (page, { text }) => page.follow(text),
    over(page, { text }) {
        page.over = text !== "";
        page.onWhere();
    },
    kept: (page, { text }) => page.saves.stored.then((there) => (page.saved = there ? `#${text}` : "")),
    result: (page, { text }) => (page.result = text),
    said: ({ voice }, { text }) => voice.say(text),
    bad: (page, { text }) => page.backToGames(`This record can't be played: ${text}.`),
    turn: (page, { text }) => page.later("./by_link.js", "offer", JSON.parse(text)),
    unlinked: (page, { text }) => page.backToGames(`This link can't be opened: ${text}.`),
    leave: (page) => page.backToGames("", { home: true }),
    failed(_, { why }) {
        if (sandboxed && device.dataset.state !== "on") {
            return offerAddress("Another page holds the games in a sandbox, where this server sends them nothing.");
        }
        offerAgain(`The games ${device.dataset.state === "on" ? "have stopped" : "could not start"}: ${why}.`);
    },
};

/** Whether an address leads to a part of the page. */
const isPart = (hash) => document.getElementById(hash.slice(1)) !== null;

/** What is said of a game to who follows a link to it and has never played. */
function introduced(game, number) {
    const about = document.querySelector(`.games a[href="#${game}"] + p`).textContent;
    const deal = number ? `, deal ${number}, as whoever sent you the link has it` : "";
    return `${title(game)}${deal}. ${about} Menu, Rules, Play the lesson shows it in a minute.`;
}

/** Ask the browser, once, not to remove saves when it is short of room. Firefox asks the player. */
function keepForGood() {
    if (kept.get("persist") || !navigator.storage?.persist) return;
    kept.set("persist", "asked");
    navigator.storage.persist().catch(() => {});
}

function toGame() {
    device.scrollIntoView({ block: "nearest" });
    canvas.focus({ preventScroll: true });
}

function showKeys(bits) {
    if (bits) settleStatus();
    for (const button of /** @type {any} */ (device.querySelectorAll("button[data-key]"))) {
        button.classList.toggle("down", Boolean(bits & KEY[button.dataset.key]));
    }
}

/** The keys of this reader's keyboard, on the handheld's buttons and in the table. */
async function showPrinted() {
    for (const [name, letter] of Object.entries(await printed())) {
        for (const place of document.querySelectorAll(`[data-printed=${name}]`)) place.textContent = letter;
    }
}

/** Whether a key event is meant for the game, not for a control of the page. */
function isForGame(event) {
    const at = document.activeElement;
    if (at?.matches("input, select, textarea") || document.querySelector("dialog[open]")) return false;
    const presses = ["Enter", "NumpadEnter", "Space"].includes(event.code);
    if (presses && at?.matches("a, button, summary")) return false;
    const box = canvas.getBoundingClientRect();
    return box.bottom > box.height / 3 && box.top < innerHeight - box.height / 3;
}
