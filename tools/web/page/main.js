// The page: it waits until threads may share memory, then puts the handheld and its keys together.

import { Handheld } from "./handheld.js";
import { Keys } from "./keys.js";
import { Saves } from "./saves.js";
import { Sound } from "./sound.js";
import { KEY } from "./shared.js";

const $ = (id) => document.getElementById(id);
const boards = JSON.parse($("boards").textContent);
const device = $("handheld");
const canvas = $("screen");
const FIRST_MARGIN = 12; // pixels left free beside the screen of a phone
const PICO = 0x2e8a; // the USB vendor of the RP2040
const RELOADED = 800; // ms for which a page that goes may still hold what it held

dress();
offerInstall();
if (await isolated()) play();

/** What there is for whoever has a Pico; it works without the games on this page, too. */
function offerInstall() {
    const target = $("target");
    for (const { name, title } of boards.slice(1)) target.add(new Option(title, name));
    target.value = localStorage.getItem("target") ?? "ws_lcd_13";
    const offerFile = () => {
        const { file } = boards.find(({ name }) => name === target.value) ?? {};
        $("whole").hidden = !file;
        if (file) $("whole").querySelector("a").href = file;
    };
    offerFile();
    target.onchange = () => {
        localStorage.setItem("target", target.value);
        offerFile();
    };
    if (!navigator.serial) {
        $("install").hidden = true;
        $("noserial").hidden = false;
        return;
    }
    const tell = (text, part = null) => {
        $("progress").hidden = false;
        $("progress").querySelector("span").textContent = text;
        const bar = $("progress").querySelector("progress");
        bar.hidden = part === null;
        bar.value = part ?? 0;
    };
    const stay = (event) => event.preventDefault();
    $("install").onclick = async () => {
        let port;
        try {
            port = await navigator.serial.requestPort({ filters: [{ usbVendorId: PICO }] });
        } catch {
            return tell("No port was chosen. Does the Pico not show up? Then try a USB cable that carries data, and step 1.");
        }
        $("install").disabled = true;
        addEventListener("beforeunload", stay);
        try {
            const { install } = await import("./install.js");
            const { copied } = await install(port, target.value, tell);
            tell(copied ? "Done: the game starts on your Pico." : "It had this very version already: the game starts.");
        } catch (error) {
            tell(error.message || "The connection broke off: connect the Pico again, and install again.");
        }
        removeEventListener("beforeunload", stay);
        $("install").disabled = false;
    };
}

/** Whether workers may share memory; a service worker sees to it where the server does not. */
async function isolated() {
    const workers = navigator.serviceWorker;
    const registration = await workers?.register("sw.js").catch(() => null);
    if (registration) renew(registration);
    if (crossOriginIsolated) return true;
    if (registration && !sessionStorage.getItem("isolating")) {
        sessionStorage.setItem("isolating", "1");
        veil("Getting ready …");
        await workers.ready;
        location.reload();
        return false;
    }
    if (!isSecureContext) {
        veil("The games run over https:// only: a browser shares memory between threads nowhere else.");
    } else if (!registration) {
        veil("This browser allows no service worker here, which the games need. In a private window? Then use an ordinary one.");
    } else {
        veil("This browser does not share memory between threads, which the games need. Chrome, Edge, Firefox and Safari do, if they are of 2022 or later.");
    }
    return false;
}

/** Offer a newer version of the page when there is one. */
function renew(registration) {
    const offer = (worker) => {
        if (!worker || !navigator.serviceWorker.controller) return;
        $("fresh").hidden = false;
        $("fresh").querySelector("button").onclick = () => worker.postMessage("now");
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    };
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker.addEventListener("statechange", () => {
            if (worker.state === "installed") offer(registration.waiting);
        });
    });
}

async function play() {
    sessionStorage.removeItem("isolating");
    let handheld = null;
    const gone = () => {
        handheld.stop();
        veil("The games go on in another tab.", "Play here", () => location.reload());
    };
    await alone(gone);
    const saves = await Saves.open();
    if (saves.trouble) say("This browser keeps nothing for this page: games are lost when it is closed.");
    const sound = new Sound();
    const keys = new Keys(showKeys, heard);
    for (const group of device.querySelectorAll(".pad, .buttons")) keys.group(group);
    keys.single(device.querySelector(".menu"));

    let watching = false;
    let plan = null;
    handheld = new Handheld(canvas, saves, keys, sound, (kind, data) => {
        if (kind === "show") {
            if (device.dataset.state !== "on") {
                device.dataset.state = "on";
                performance.mark("first picture");
            }
            if (!$("veil").hidden) veil("");
        } else if (kind === "panel") fit();
        else if (kind === "film") say(data.text);
        else if (kind === "bad") home(`This record can't be played: ${data.text}.`);
        else if (kind === "busy") ask(data.text);
        else if (kind === "failed") veil(`The games could not start: ${data.why}`);
    });

    const start = (next = null) => {
        plan = next;
        watching = Boolean(plan?.record);
        $("film").hidden = !watching;
        handheld.start($("board").value, plan);
        if (watching) pace(1);
    };
    const home = (text = "") => {
        say(text);
        start();
    };
    const pace = (times) => {
        handheld.speed(times);
        for (const button of $("film").querySelectorAll("[data-speed]")) {
            button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === times));
        }
    };
    const ask = async (game) => {
        const dialog = $("busy");
        const [, number] = plan.deal;
        dialog.querySelector("p").textContent =
            `You are in the middle of another deal of ${title(game)}. Play deal ${number} instead? The other one is given up.`;
        dialog.showModal();
        await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
        if (dialog.returnValue === "deal") start({ deal: [game, number, true] });
        else start({ deal: [game, 0, false] });
    };
    /** What the address asks for, once. */
    const follow = () => {
        const asked = address();
        if (asked && sessionStorage.getItem("taken") !== location.hash) {
            sessionStorage.setItem("taken", location.hash);
            say("");
            start({ deal: [...asked, false] });
            device.scrollIntoView({ block: "nearest" });
            canvas.focus({ preventScroll: true });
            return true;
        }
        return false;
    };
    const film = async (text) => {
        let record;
        try {
            record = JSON.parse(text);
        } catch {
            return say("That is no record: a record is a JSON file, as `python -m tools record` writes it.");
        }
        if (typeof record?.game !== "string" || !Array.isArray(record.moves)) {
            return say("That is no record of a game: it has no game and no moves.");
        }
        start({ record });
        device.scrollIntoView({ block: "nearest" });
    };

    for (const board of boards) {
        const option = new Option(`${board.title}, ${board.width}×${board.height}`, board.name);
        $("board").add(option);
    }
    $("board").value = localStorage.getItem("board") ?? boards[0].name;
    if (!$("board").value) $("board").value = boards[0].name;
    $("board").onchange = () => {
        localStorage.setItem("board", $("board").value);
        keys.pad = wear();
        home();
        canvas.focus({ preventScroll: true });
    };
    $("sound").onclick = () => {
        sound.toggle();
        tellSound();
    };
    const tellSound = () => {
        $("sound").textContent = sound.on ? "Sound on" : "Sound off";
        $("sound").setAttribute("aria-pressed", String(sound.on));
    };
    $("large").hidden = !document.fullscreenEnabled;
    $("large").onclick = () => device.requestFullscreen();
    $("record").onclick = () => $("file").click();
    $("file").onchange = async () => {
        const [file] = $("file").files;
        if (file) film(await file.text());
        $("file").value = "";
    };
    $("stop").onclick = () => home();
    for (const button of $("film").querySelectorAll("[data-speed]")) {
        button.onclick = () => pace(Number(button.dataset.speed));
    }
    $("deal").onsubmit = (event) => {
        event.preventDefault();
        const { game, number } = Object.fromEntries(new FormData(event.target));
        sessionStorage.removeItem("taken");
        const hash = `#${game}/${Number(number)}`;
        if (location.hash === hash) follow();
        else location.hash = hash;
    };
    for (const link of document.querySelectorAll(".games a")) {
        link.addEventListener("click", () => {
            sessionStorage.removeItem("taken");
            if (location.hash === link.hash) follow();
        });
    }
    addEventListener("hashchange", () => follow());
    addEventListener("paste", (event) => {
        if (event.target.matches?.("input")) return;
        film(event.clipboardData.getData("text"));
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", async (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        film(file ? await file.text() : event.dataTransfer.getData("text"));
    });
    document.addEventListener("visibilitychange", () => handheld.see());
    addEventListener("resize", fit);
    document.addEventListener("fullscreenchange", fit);
    canvas.addEventListener("pointerdown", () => canvas.focus({ preventScroll: true }));

    tellSound();
    keys.pad = wear();
    veil("Switching on …");
    if (!follow()) start();
}

/** One page at a time has the saves. Another one waits until that goes, or takes them when told. */
async function alone(gone) {
    if (!navigator.locks) return;
    const waiting = new AbortController();
    const take = (options) =>
        new Promise((resolve) => {
            let had = false;
            const held = navigator.locks.request("handheld", options, () => {
                had = true;
                resolve();
                return new Promise(() => {}); // held as long as the page lives
            });
            held.catch(() => had && gone());
        });
    const mine = take({ signal: waiting.signal });
    // This very page may have been loaded anew, and its former life still be going.
    const tell = setTimeout(() => {
        veil("The games are open in another tab.", "Play here", () => {
            waiting.abort();
            stolen(take({ steal: true }));
        });
    }, RELOADED);
    let stolen;
    await Promise.race([mine, new Promise((resolve) => (stolen = resolve))]);
    clearTimeout(tell);
}

/** [game, deal] that the address names, the deal 0 where it names none; or null. */
function address() {
    const found = /^#(\w+)(?:\/(\d{1,6}))?$/.exec(location.hash);
    if (!found || !title(found[1])) return null;
    return [found[1], Number(found[2] ?? 0)];
}

function title(game) {
    return document.querySelector(`.games a[href="#${game}"] b`)?.textContent;
}

/** The keys that the chosen board has. */
function wear() {
    const board = boards.find(({ name }) => name === $("board").value);
    for (const button of device.querySelectorAll("[data-key]")) {
        if (button.tagName === "BUTTON") button.disabled = !board.keys.includes(button.dataset.key);
    }
    const pad = board.keys.includes("UP");
    device.classList.toggle("nopad", !pad);
    canvas.width = board.width;
    canvas.height = board.height;
    fit();
    return pad;
}

/** The largest whole number of the screen's own pixels to one of the handheld's. */
function fit() {
    const ratio = devicePixelRatio;
    const full = document.fullscreenElement === device;
    const upright = matchMedia("(max-width: 44rem)").matches;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const beside = upright ? FIRST_MARGIN : 22 * em;
    const below = upright ? 17 * em : full ? 4 * em : 13 * em;
    const wide = document.documentElement.clientWidth - beside;
    const high = innerHeight - below;
    const room = Math.min((wide * ratio) / canvas.width, (high * ratio) / canvas.height);
    const scale = Math.max(Math.floor(room), Math.ceil(ratio));
    canvas.style.width = `${(canvas.width * scale) / ratio}px`;
    canvas.style.height = `${(canvas.height * scale) / ratio}px`;
}

function showKeys(bits) {
    for (const button of device.querySelectorAll("button[data-key]")) {
        button.classList.toggle("down", Boolean(bits & KEY[button.dataset.key]));
    }
}

/** Whether a key that was typed is the game's, and not the page's own. */
function heard(event) {
    const at = document.activeElement;
    if (at?.matches("input, select, textarea") || document.querySelector("dialog[open]")) return false;
    const presses = event.code === "Enter" || event.code === "Space";
    if (presses && at?.matches("a, button, summary")) return false;
    const box = canvas.getBoundingClientRect();
    return box.bottom > box.height / 3 && box.top < innerHeight - box.height / 3;
}

/** Words over the screen, as long as there is no picture. */
function veil(text, label, action) {
    $("veil").textContent = text;
    $("veil").hidden = !text;
    if (!label) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = action;
    $("veil").append(button);
}

function say(text) {
    $("status").textContent = text;
}

/** Dark, light, or as the system has it. */
function dress() {
    const root = document.documentElement;
    $("theme").onclick = () => {
        const dark = matchMedia("(prefers-color-scheme: dark)").matches;
        const now = root.dataset.theme || (dark ? "dark" : "light");
        root.dataset.theme = now === "dark" ? "light" : "dark";
        localStorage.setItem("theme", root.dataset.theme);
    };
}
