// The handheld on the page: its keys and saves, deals from the address, records as films.

import { Handheld } from "./handheld.js";
import * as kept from "./kept.js";
import { Keys, printed } from "./keys.js";
import { offerAgain, showOverlay } from "./overlay.js";
import { Saves } from "./saves.js";
import { KEY } from "./shared.js";
import { Sound } from "./sound.js";
import { Turn } from "./turn.js";
import { Voice } from "./voice.js";

const { canvas, device } = board;
const PATIENCE = 400; // ms that the handheld may wait for files before the page says so
const MOST = 999999; // the highest number of a deal
const $ = (id) => document.getElementById(id);

/** Start the games; returns when they have the saves. */
export async function play() {
    kept.once("isolating");
    let handheld = null;
    let saves = null;
    const turn = new Turn(async () => {
        handheld.stop();
        await saves.stored;
        showOverlay("The games continue in another tab.", "Play here", playHere);
    });
    const readSaves = async () => {
        saves?.close();
        saves = await Saves.open(() => showStatus("This browser could not save your last moves: has it room left?"));
        if (saves.trouble) showStatus("This browser keeps nothing for this page: games are lost when it is closed.");
    };
    const playHere = async () => {
        const taken = turn.take(() => {});
        turn.ask();
        await taken;
        await readSaves();
        handheld.saves = saves;
        start();
    };
    await turn.take(() => showOverlay("The games are open in another tab.", "Play here", () => turn.ask()));
    await readSaves();
    const sound = new Sound();
    const keys = new Keys(showKeys, isForGame);
    keys.onHand = showHand;
    const voice = new Voice((on) => handheld.hear(on));
    keys.onVoice = () => voice.turn(!voice.on);
    keys.onReader = () => voice.turn(true);
    showPrinted();
    for (const group of device.querySelectorAll(".pad, .buttons")) keys.group(group);
    keys.single(device.querySelector(".menu"));
    keys.picture(canvas);

    let watching = false;
    let plan = null;
    let offered = null; // [game, deal, options, ghost] of the record being watched
    let ghost = JSON.parse(kept.once("ghost")); // who is played against, since "Play this deal"
    handheld = new Handheld(canvas, saves, keys, sound, (kind, data) => {
        if (kind === "show") {
            if (device.dataset.state !== "on") {
                device.dataset.state = "on";
                performance.mark("first picture");
                if (!handheld.begun) handheld.loadLater();
                navigator.serviceWorker?.controller?.postMessage("playing");
            }
            if (!$("overlay").hidden) showOverlay("");
        } else if (kind === "loading") showOverlay(data.percent < 100 ? `Loading … ${data.percent} %` : "Switching on …");
        else if (kind === "waiting") setTimeout(() => handheld.waiting && showOverlay("Loading …"), PATIENCE);
        else if (kind === "incomplete") {
            showOverlay("The rest of the games could not be loaded.", "Try again", () => {
                showOverlay("Loading …");
                handheld.loadLater();
            });
        } else if (kind === "panel") board.fit();
        else if (kind === "film") $("move").textContent = data.text;
        else if (kind === "proof") showStatus(data.text);
        else if (kind === "offer") offered = JSON.parse(data.text);
        else if (kind === "open") followGame(data.text);
        else if (kind === "said") voice.say(data.text);
        else if (kind === "memory") device.dataset.memory = data.bytes;
        else if (kind === "bad") backToGames(`This record can't be played: ${data.text}.`);
        else if (kind === "busy") askWhichDeal(data.text);
        else if (kind === "turn") byLink("offer", JSON.parse(data.text));
        else if (kind === "unlinked") backToGames(`This link can't be opened: ${data.text}.`);
        else if (kind === "leave") backToGames();
        else if (kind === "failed") offerAgain(`The games could not start: ${data.why}`);
    });

    handheld.hear(voice.on);
    const start = (next = null) => {
        plan = next;
        watching = Boolean(plan?.record);
        $("film").hidden = !watching;
        $("move").textContent = "";
        $("link")?.remove();
        $("share").hidden = Boolean(plan?.turn); // it has links of its own
        handheld.start(board.list.value, { ...plan, ghost });
        if (watching) setSpeed(1);
    };
    const backToGames = (text = "") => {
        showStatus(text);
        start();
    };
    const setSpeed = (times) => {
        handheld.speed(times);
        for (const button of $("film").querySelectorAll("[data-speed]")) {
            button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === times));
        }
    };
    const askWhichDeal = async (game) => {
        const dialog = $("busy");
        const [, number, , options] = plan.deal;
        dialog.querySelector("p").textContent =
            `You are in the middle of another deal of ${title(game)}. Play deal ${number} instead? The other one is given up.`;
        dialog.showModal();
        await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
        if (dialog.returnValue === "deal") start({ deal: [game, number, true, options] });
        else start({ deal: [game, 0, false] });
    };
    let taken = kept.once("taken"); // the part of the address that names the open game
    /** Open the deal named in the address, once; returns whether there was one. */
    const openFromAddress = () => {
        const { hash } = location;
        if (codeIn(hash)) {
            playRecord(hash);
            return true;
        }
        const turn = turnIn(hash);
        if (turn && hash !== taken) {
            taken = null;
            showStatus("");
            start({ turn });
            toGame();
            return true;
        }
        if (hash === taken || (hash.length > 1 && document.getElementById(hash.slice(1)))) return false;
        const asked = dealIn(hash);
        if (!asked) {
            if (hash.length > 1) showStatus(`This address names no game or deal: ${hash}. A deal has a number from 1 to 999999.`);
            return false;
        }
        taken = hash;
        showStatus("");
        start({ deal: [...asked, false] });
        toGame();
        return true;
    };
    /** The address follows the game that is open: its name and deal, or nothing in the launcher. */
    const followGame = (name) => {
        const { pathname, search, hash } = location;
        taken = name && `#${name}`;
        if (hash === taken || (hash && !dealIn(hash) && !codeIn(hash) && !turnIn(hash))) return;
        history.replaceState(null, "", pathname + search + taken);
    };
    const toGame = () => {
        device.scrollIntoView({ block: "nearest" });
        canvas.focus({ preventScroll: true });
    };
    const shareAddress = async (hash) => {
        const url = location.href.split("#")[0] + hash;
        try {
            if (navigator.share) await navigator.share({ title: document.title, url });
            else await navigator.clipboard.writeText(url);
        } catch (error) {
            if (error.name !== "AbortError") showStatus(`Its address: ${url}`);
            return;
        }
        if (!navigator.share) showStatus(`Copied: ${url}`);
    };
    const playRecord = (text) => {
        const code = codeIn(text);
        if (code) {
            showStatus("");
            start({ record: code });
            device.scrollIntoView({ block: "nearest" });
            return;
        }
        let record;
        try {
            record = JSON.parse(text);
        } catch {
            return showStatus("That is not a record: a record is a JSON file written by `python -m tools record`.");
        }
        if (typeof record?.game !== "string" || !Array.isArray(record.moves)) {
            return showStatus("That is not a record of a game: it has no game and no moves.");
        }
        const wrong = faultOf(record);
        if (wrong) return showStatus(`This record can't be played: ${wrong}.`);
        const { game, rules, deal, options, moves } = record;
        start({ record: { game, rules, deal, options, moves } });
        device.scrollIntoView({ block: "nearest" });
    };

    /** A match with a friend by links: ask about one, or offer the link to send. */
    const byLink = async (what, data) => {
        try {
            const module = await import("./by_link.js");
            module[what](data, { saves, start, share: shareAddress });
        } catch {
            showStatus("A part of the page could not be loaded: is the network there?");
        }
    };

    $("friend").onclick = () => byLink("ask");
    $("board").onchange = () => {
        kept.set("board", $("board").value);
        board.apply();
        keys.pad = board.pad;
        backToGames();
        canvas.focus({ preventScroll: true });
    };
    $("sound").onclick = () => {
        sound.toggle();
        showSound();
    };
    const showSound = () => {
        $("sound").textContent = sound.on ? "Sound on" : "Sound off";
        $("sound").setAttribute("aria-pressed", String(sound.on));
    };
    $("fullscreen").hidden = !document.fullscreenEnabled;
    $("fullscreen").onclick = () => device.requestFullscreen();
    $("record").onclick = () => $("file").click();
    $("file").onchange = async () => {
        const [file] = $("file").files;
        if (file) playRecord(await file.text());
        $("file").value = "";
    };
    $("stop").onclick = () => backToGames();
    $("again").onclick = () => {
        const [game, number, options, against] = offered;
        ghost = against;
        showStatus("");
        start({ deal: [game, number, false, options] });
        toGame();
    };
    for (const button of $("film").querySelectorAll("[data-speed]")) {
        button.onclick = () => setSpeed(Number(button.dataset.speed));
    }
    $("deal").onsubmit = (event) => {
        event.preventDefault();
        const { game, number } = Object.fromEntries(new FormData(event.target));
        taken = null;
        if (codeIn(number)) return playRecord(number);
        const hash = `#${game}/${Number(number)}`;
        if (location.hash === hash) openFromAddress();
        else location.hash = hash;
    };
    for (const link of document.querySelectorAll(".games a")) {
        link.addEventListener("click", () => {
            taken = null;
            if (location.hash === link.hash) openFromAddress();
        });
    }
    addEventListener("hashchange", () => openFromAddress());
    addEventListener("paste", (event) => {
        if (event.target.matches?.("input")) return;
        playRecord(event.clipboardData.getData("text"));
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", async (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        playRecord(file ? await file.text() : event.dataTransfer.getData("text"));
    });
    document.addEventListener("visibilitychange", () => handheld.updateVisibility());
    addEventListener("beforeunload", () => handheld.save());
    addEventListener("pagehide", () => {
        handheld.save();
        if (taken && !turnIn(taken)) kept.forNext("taken", taken);
        if (ghost) kept.forNext("ghost", JSON.stringify(ghost));
    });
    $("share").onclick = () => shareAddress(taken ?? "");
    $("play").onclick = (event) => {
        event.preventDefault();
        toGame();
    };
    canvas.addEventListener("pointerdown", () => canvas.focus({ preventScroll: true }));

    showSound();
    keys.pad = board.pad;
    if (!openFromAddress()) start();
}

/** [game, deal] from the part of an address after #, deal 0 if it names none; null without a game. */
function dealIn(hash) {
    const found = /^#(\w+)(?:\/0*([1-9]\d{0,5}))?$/.exec(hash.toLowerCase());
    if (!found || !title(found[1])) return null;
    return [found[1], Number(found[2] ?? 0)];
}

/** A match by link: the code in the part of an address after #, or the deal of one begun here; else null. */
function turnIn(hash) {
    const found = /^#turn\/(13-[0-9a-z]+|[1-9]\d{0,5})$/i.exec(hash);
    return found && (Number(found[1]) || found[1].toUpperCase());
}

/** The code of a game that a handheld shows, also at the end of an address; "" if there is none. */
function codeIn(text) {
    const found = /(?:^|#)(13-[0-9A-Z]*)$/.exec(text.replace(/\s/g, "").toUpperCase());
    return found ? found[1] : "";
}

/** What is wrong with the fields of a record, "" if they are of the right kind. */
function faultOf({ deal, rules, options, moves }) {
    if (!Number.isInteger(deal) || deal < 1 || deal > MOST) return `its deal is not a number from 1 to ${MOST}`;
    if (!Number.isInteger(rules)) return "it does not say the version of its rules";
    const plain = (value) => typeof value === "string" || Number.isInteger(value) || typeof value === "boolean";
    const known = options && typeof options === "object" && Object.values(options).every(plain);
    if (!known || Array.isArray(options)) return "its options are damaged";
    const bad = moves.findIndex((move) => typeof move !== "string");
    return bad < 0 ? "" : `move ${bad + 1} is no text`;
}

function title(game) {
    return document.querySelector(`.games a[href="#${game}"] b`)?.textContent;
}

function showKeys(bits) {
    for (const button of device.querySelectorAll("button[data-key]")) {
        button.classList.toggle("down", Boolean(bits & KEY[button.dataset.key]));
    }
}

/** The keys of this reader's keyboard, on the handheld's buttons and in the table. */
async function showPrinted() {
    for (const [name, letter] of Object.entries(await printed())) {
        for (const place of document.querySelectorAll(`[data-printed=${name}]`)) place.textContent = letter;
    }
}

/** Once W A S D move, the key A is no longer the button A. */
function showHand(moves) {
    device.classList.toggle("hand", moves);
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

function showStatus(text) {
    $("status").textContent = text;
}
