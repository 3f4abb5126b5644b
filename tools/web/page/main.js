// The page: waits until threads may share memory, then connects the handheld, its keys and its saves.

import { Handheld } from "./handheld.js";
import { Keys } from "./keys.js";
import { Saves } from "./saves.js";
import { Sound } from "./sound.js";
import { KEY } from "./shared.js";

const $ = (id) => document.getElementById(id);
const boards = JSON.parse($("boards").textContent);
const device = $("handheld");
const canvas = $("screen");
const MARGIN = 12; // pixels kept free next to the handheld's screen on a phone
const PICO = 0x2e8a; // Raspberry Pi's USB vendor id
const RELOAD_TIME = 800; // ms that a page being reloaded may still hold its lock

offerThemes();
offerInstall();
if (await isolated()) play();

/** The installation on a Pico. Works even if the games can't run in this browser. */
function offerInstall() {
    const target = $("target");
    for (const { name, title } of boards.slice(1)) target.add(new Option(title, name));
    target.value = localStorage.getItem("target") ?? "ws_lcd_13";
    const offerFile = () => {
        const { file } = boards.find(({ name }) => name === target.value) ?? {};
        $("image").hidden = !file;
        if (file) $("image").querySelector("a").href = file;
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
    const showProgress = (text, part = null) => {
        $("progress").hidden = false;
        $("progress").querySelector("span").textContent = text;
        const bar = $("progress").querySelector("progress");
        bar.hidden = part === null;
        bar.value = part ?? 0;
    };
    const warn = (event) => event.preventDefault();
    $("install").onclick = async () => {
        let port;
        try {
            port = await navigator.serial.requestPort({ filters: [{ usbVendorId: PICO }] });
        } catch {
            return showProgress("No port was chosen. Does the Pico not show up? Then try a USB cable that carries data, and step 1.");
        }
        $("install").disabled = true;
        addEventListener("beforeunload", warn);
        try {
            const { install } = await import("./install.js");
            const { copied } = await install(port, target.value, showProgress);
            showProgress(copied ? "Done: the game starts on your Pico." : "It already had this version: the game starts.");
        } catch (error) {
            showProgress(error.message || "The connection was lost: connect the Pico again, and install again.");
        }
        removeEventListener("beforeunload", warn);
        $("install").disabled = false;
    };
}

/** Whether threads may share memory. If the server does not allow it, a service worker does. */
async function isolated() {
    const workers = navigator.serviceWorker;
    const registration = await workers?.register("sw.js").catch(() => null);
    if (registration) offerUpdate(registration);
    if (crossOriginIsolated) return true;
    if (registration && !sessionStorage.getItem("isolating")) {
        sessionStorage.setItem("isolating", "1");
        showOverlay("Getting ready …");
        await workers.ready;
        location.reload();
        return false;
    }
    if (!isSecureContext) {
        showOverlay("The games need https://: a browser shares memory between threads only there.");
    } else if (!registration) {
        showOverlay("This browser allows no service worker here, which the games need. In a private window? Then use an ordinary one.");
    } else {
        showOverlay("This browser does not share memory between threads, which the games need. Chrome, Edge, Firefox and Safari do, if they are of 2022 or later.");
    }
    return false;
}

/** Offer to load a newer version of the page. */
function offerUpdate(registration) {
    const offer = (worker) => {
        if (!worker || !navigator.serviceWorker.controller) return;
        $("update").hidden = false;
        $("update").querySelector("button").onclick = () => worker.postMessage("now");
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
    const onTaken = () => {
        handheld.stop();
        showOverlay("The games continue in another tab.", "Play here", () => location.reload());
    };
    await holdSaves(onTaken);
    const saves = await Saves.open();
    if (saves.trouble) showStatus("This browser keeps nothing for this page: games are lost when it is closed.");
    const sound = new Sound();
    const keys = new Keys(showKeys, isForGame);
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
            if (!$("overlay").hidden) showOverlay("");
        } else if (kind === "panel") resize();
        else if (kind === "film") showStatus(data.text);
        else if (kind === "bad") backToGames(`This record can't be played: ${data.text}.`);
        else if (kind === "busy") askWhichDeal(data.text);
        else if (kind === "failed") showOverlay(`The games could not start: ${data.why}`);
    });

    const start = (next = null) => {
        plan = next;
        watching = Boolean(plan?.record);
        $("film").hidden = !watching;
        handheld.start($("board").value, plan);
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
        const [, number] = plan.deal;
        dialog.querySelector("p").textContent =
            `You are in the middle of another deal of ${title(game)}. Play deal ${number} instead? The other one is given up.`;
        dialog.showModal();
        await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
        if (dialog.returnValue === "deal") start({ deal: [game, number, true] });
        else start({ deal: [game, 0, false] });
    };
    /** Open the deal named in the address, once; returns whether there was one. */
    const openFromAddress = () => {
        const asked = dealInAddress();
        if (asked && sessionStorage.getItem("taken") !== location.hash) {
            sessionStorage.setItem("taken", location.hash);
            showStatus("");
            start({ deal: [...asked, false] });
            device.scrollIntoView({ block: "nearest" });
            canvas.focus({ preventScroll: true });
            return true;
        }
        return false;
    };
    const playRecord = async (text) => {
        let record;
        try {
            record = JSON.parse(text);
        } catch {
            return showStatus("That is not a record: a record is a JSON file written by `python -m tools record`.");
        }
        if (typeof record?.game !== "string" || !Array.isArray(record.moves)) {
            return showStatus("That is not a record of a game: it has no game and no moves.");
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
        keys.pad = applyBoard();
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
    for (const button of $("film").querySelectorAll("[data-speed]")) {
        button.onclick = () => setSpeed(Number(button.dataset.speed));
    }
    $("deal").onsubmit = (event) => {
        event.preventDefault();
        const { game, number } = Object.fromEntries(new FormData(event.target));
        sessionStorage.removeItem("taken");
        const hash = `#${game}/${Number(number)}`;
        if (location.hash === hash) openFromAddress();
        else location.hash = hash;
    };
    for (const link of document.querySelectorAll(".games a")) {
        link.addEventListener("click", () => {
            sessionStorage.removeItem("taken");
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
    addEventListener("resize", resize);
    document.addEventListener("fullscreenchange", resize);
    canvas.addEventListener("pointerdown", () => canvas.focus({ preventScroll: true }));

    showSound();
    keys.pad = applyBoard();
    showOverlay("Switching on …");
    if (!openFromAddress()) start();
}

/** Wait for the saves, which one page at a time may use; `onTaken` is called when another takes them. */
async function holdSaves(onTaken) {
    if (!navigator.locks) return;
    const waiting = new AbortController();
    const take = (options) =>
        new Promise((resolve) => {
            let had = false;
            const held = navigator.locks.request("handheld", options, () => {
                had = true;
                resolve();
                return new Promise(() => {}); // held until the page is closed
            });
            held.catch(() => had && onTaken());
        });
    const mine = take({ signal: waiting.signal });
    // If this page has just been reloaded, its previous instance may still hold the lock.
    const offer = setTimeout(() => {
        showOverlay("The games are open in another tab.", "Play here", () => {
            waiting.abort();
            stolen(take({ steal: true }));
        });
    }, RELOAD_TIME);
    let stolen;
    await Promise.race([mine, new Promise((resolve) => (stolen = resolve))]);
    clearTimeout(offer);
}

/** [game, deal] from the address, deal 0 if it names none; null without a game. */
function dealInAddress() {
    const found = /^#(\w+)(?:\/(\d{1,6}))?$/.exec(location.hash);
    if (!found || !title(found[1])) return null;
    return [found[1], Number(found[2] ?? 0)];
}

function title(game) {
    return document.querySelector(`.games a[href="#${game}"] b`)?.textContent;
}

/** Show the screen and the keys of the chosen board; whether it has a pad. */
function applyBoard() {
    const board = boards.find(({ name }) => name === $("board").value);
    for (const button of device.querySelectorAll("[data-key]")) {
        if (button.tagName === "BUTTON") button.disabled = !board.keys.includes(button.dataset.key);
    }
    const pad = board.keys.includes("UP");
    device.classList.toggle("nopad", !pad);
    canvas.width = board.width;
    canvas.height = board.height;
    resize();
    return pad;
}

/** Scale the handheld's screen by the largest whole number that fits. */
function resize() {
    const ratio = devicePixelRatio;
    const full = document.fullscreenElement === device;
    const upright = matchMedia("(max-width: 44rem)").matches;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const beside = upright ? MARGIN : 22 * em;
    const below = upright ? 17 * em : full ? 4 * em : 13 * em;
    const width = document.documentElement.clientWidth - beside;
    const height = innerHeight - below;
    const room = Math.min((width * ratio) / canvas.width, (height * ratio) / canvas.height);
    const scale = Math.max(Math.floor(room), Math.ceil(ratio));
    canvas.style.width = `${(canvas.width * scale) / ratio}px`;
    canvas.style.height = `${(canvas.height * scale) / ratio}px`;
}

function showKeys(bits) {
    for (const button of device.querySelectorAll("button[data-key]")) {
        button.classList.toggle("down", Boolean(bits & KEY[button.dataset.key]));
    }
}

/** Whether a key event is meant for the game, not for a control of the page. */
function isForGame(event) {
    const at = document.activeElement;
    if (at?.matches("input, select, textarea") || document.querySelector("dialog[open]")) return false;
    const presses = event.code === "Enter" || event.code === "Space";
    if (presses && at?.matches("a, button, summary")) return false;
    const box = canvas.getBoundingClientRect();
    return box.bottom > box.height / 3 && box.top < innerHeight - box.height / 3;
}

/** Text over the screen while there is no picture, with a button if `label` is given. */
function showOverlay(text, label, action) {
    $("overlay").textContent = text;
    $("overlay").hidden = !text;
    if (!label) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = action;
    $("overlay").append(button);
}

function showStatus(text) {
    $("status").textContent = text;
}

/** Switch between dark and light; the default follows the system. */
function offerThemes() {
    const root = document.documentElement;
    $("theme").onclick = () => {
        const dark = matchMedia("(prefers-color-scheme: dark)").matches;
        const now = root.dataset.theme || (dark ? "dark" : "light");
        root.dataset.theme = now === "dark" ? "light" : "dark";
        localStorage.setItem("theme", root.dataset.theme);
    };
}
