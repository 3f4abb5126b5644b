// The page: starts the games; and installs on a Pico.

import { board } from "./board.js";
import { isolated } from "./isolate.js";
import * as kept from "./kept.js";
import { showOverlay } from "./overlay.js";
import { play } from "./play.js";
import { suspends } from "./suspend.js";

/** @type {(id: string) => any} */
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
    if (location.protocol === "file:") {
        return showOverlay("A browser plays the games only from a web server: unpack all files, run “python3 -m http.server” among them, and open http://localhost:8000");
    }
    if (lacks() || !(suspends || (await isolated()))) return;
    await play();
}

/** Say what this browser lacks, if something: the newest of what the games need, and what a reader may switch off. */
function lacks() {
    const lacking = ["DecompressionStream", "WebAssembly"].filter((name) => !(name in globalThis));
    if (lacking.length) showOverlay(`This browser lacks ${lacking.join(" and ")}, which the games need. ${$("overlay").dataset.needed}`);
    return lacking.length > 0;
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
