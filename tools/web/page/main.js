// The page: waits until threads may share memory, then starts the games; and installs on a Pico.

import * as kept from "./kept.js";
import { offerAgain, showOverlay } from "./overlay.js";

const $ = (id) => document.getElementById(id);
const PICO = 0x2e8a; // Raspberry Pi's USB vendor id

addEventListener("resize", board.fit);
document.addEventListener("fullscreenchange", board.fit);
offerThemes();
offerInstall();
offerReport();
addEventListener("hashchange", offerReport); // before the games follow the address
start();

async function start() {
    if (!(await ready()) || lacks()) return;
    const { play } = await import("./play.js");
    await play();
}

/** Say what this browser lacks, if something. */
function lacks() {
    const names = ["DecompressionStream", "BroadcastChannel", "WebAssembly", "Atomics", "LockManager"];
    const lacking = names.filter((name) => !(name in globalThis));
    if (!crypto.randomUUID) lacking.push("randomUUID");
    if (!hasModuleWorkers()) lacking.push("module workers");
    if (lacking.length) showOverlay(`This browser lacks ${lacking.join(" and ")}, which the games need. ${NEEDED}`);
    return lacking.length > 0;
}

/** Whether workers may import modules: then the kind of a worker is asked for, before its address is refused. */
function hasModuleWorkers() {
    let asked = false;
    const kind = {
        get type() {
            asked = true;
        },
    };
    try {
        new Worker("http://:", kind);
    } catch {
        // no worker is wanted
    }
    return asked;
}

/** The installation on a Pico. Works even if the games can't run in this browser. */
function offerInstall() {
    const [target, chip] = [$("target"), $("chip")];
    target.value = kept.get("target") ?? "ws_lcd_13";
    chip.value = kept.get("chip") ?? "pico";
    const offerFiles = () => {
        const { file, chips } = board.all.find(({ name }) => name === target.value) ?? { chips: ["pico"] };
        for (const option of chip.options) option.disabled = !chips.includes(option.value);
        if (chip.selectedOptions[0].disabled) chip.value = "pico";
        const { image, drive } = chip.selectedOptions[0].dataset;
        $("drive").textContent = drive;
        $("image").textContent = `MicroPython for the ${chip.selectedOptions[0].text}`;
        $("image").href = `https://micropython.org/download/${image}/`;
        $("drag").href = `thirteen-${target.value}-${chip.value}.uf2`;
        $("both").hidden = !file;
        if (file) $("both").querySelector("a").href = file;
    };
    offerFiles();
    target.onchange = chip.onchange = () => {
        kept.set("target", target.value);
        kept.set("chip", chip.value);
        offerFiles();
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
            const { copied, unseen } = await install(port, target.value, showProgress);
            showProgress(unseen ?? (copied ? "Done: the games run on your Pico." : "It already had this version, and the games run."));
        } catch (error) {
            showProgress(error.message || "The connection was lost: connect the Pico again, and install again.");
        }
        removeEventListener("beforeunload", warn);
        $("install").disabled = false;
    };
}

/** What a handheld's self-test shows by its QR code is a report; the games don't know such an address. */
async function offerReport() {
    const { hash } = location;
    if (!/^#works:/i.test(hash)) return;
    history.replaceState(history.state, "", "#report");
    const { show } = await import("./report.js");
    show(hash, $("report"));
    $("report").scrollIntoView();
}

/** Whether page and worker can talk: by shared memory, or else through a service worker, see line.js. */
async function ready() {
    let registration = null;
    let failure = null;
    try {
        registration = await isolation.registered;
    } catch (error) {
        failure = error;
    }
    if (registration) offerUpdate(registration);
    if (isolation.shares) return true;
    if (!isSecureContext) {
        showOverlay("The games need https://: a browser lets page and worker talk only there.");
    } else if (!registration && !(failure instanceof TypeError)) {
        const own = "This browser allows no service worker here, which the games need: allow cookies and site data for this page, or use an ordinary window in place of a private one.";
        if (isolation.framed) offerTab("Inside this other page the browser lets the games keep nothing, and they can't play so.");
        else showOverlay(own);
    } else {
        try {
            showOverlay("Getting ready …");
            if (failure) throw failure;
            await isolation.reloading; // which never ends, if the page is loaded anew
            return await controlled();
        } catch {
            kept.once("isolating");
            offerAgain("The games could not be loaded.");
        }
    }
    return false;
}

/** Wait until the service worker answers this page's requests. */
async function controlled() {
    const { serviceWorker } = navigator;
    if (!serviceWorker.controller) {
        await Promise.race([
            new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true })),
            new Promise((done) => setTimeout(done, 5000)),
        ]);
    }
    if (serviceWorker.controller) return true;
    offerTab("This browser shares no memory between threads here, and lets no service worker take its place.");
    return false;
}

/** Say what is wrong, and offer the page in a tab of its own. */
function offerTab(text) {
    showOverlay(text, "Open it in its own tab", () => open(location.href, "_blank"));
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

/** Switch between dark and light; the default follows the system. */
function offerThemes() {
    const root = document.documentElement;
    $("theme").onclick = () => {
        const dark = matchMedia("(prefers-color-scheme: dark)").matches;
        const now = root.dataset.theme || (dark ? "dark" : "light");
        root.dataset.theme = now === "dark" ? "light" : "dark";
        kept.set("theme", root.dataset.theme);
    };
}
