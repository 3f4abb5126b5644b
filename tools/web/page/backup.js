// Saves as a file and back: a zip of what `make backup` writes, the files by their paths and their hashes.

import { saveFile, UNLESS } from "./share.js";
import { showStatus } from "./overlay.js";
import { isSave, LARGEST, MOST } from "./saves.js";
import { sha } from "./sums.js";
import { zip, unzip } from "./zip.js";

const FOLDER = "saves/";
const SUMS = "SHA256SUMS";
const WHOLE = 4 << 20; // bytes of a file that is looked at
const LIST = 1 << 16; // bytes of SHA256SUMS

const DIALOG = `<dialog id="backup"><form method="dialog">
  <h2>Your saves</h2>
  <p id="promise"></p>
  <p>A file keeps them elsewhere, and takes them to another browser, or to a handheld: unpack it, or not, and
  <code>make restore DIR=</code> it. What <code>make backup</code> has copied off a handheld comes here the same way.</p>
  <p class="row"><button value="save">Save to a file</button> <button value="load">Load from a file …</button> <button value="">Close</button></p>
  <input type="file" accept=".zip,application/zip" hidden>
</form></dialog>`;
const REPLACE = `<dialog id="replace"><form method="dialog"><p></p>
  <p class="row"><button value="yes">Replace them</button> <button value="">Keep mine</button></p></form></dialog>`;
const KEPT = "They are in this browser, which has promised to keep them until you remove them.";
const LENT = "They are in this browser, which may remove them when it is short of room. Safari does if you use it on seven days without a visit here.";

/** Show the dialog, and do what is chosen. */
export async function ask(page) {
    document.getElementById("backup")?.remove();
    document.body.insertAdjacentHTML("beforeend", DIALOG);
    const dialog = /** @type {any} */ (document.getElementById("backup"));
    const input = dialog.querySelector("input");
    const promised = await navigator.storage?.persisted?.().catch(() => false);
    document.getElementById("promise").textContent = promised ? KEPT : LENT;
    dialog.querySelector("[value=load]").onclick = (event) => {
        event.preventDefault();
        input.click();
    };
    input.onchange = () => {
        dialog.close();
        page.later("./backup.js", "load", input.files[0]);
    };
    dialog.onclose = () => {
        if (dialog.returnValue === "save") page.later("./backup.js", "save");
    };
    dialog.showModal();
}

/** Save all of them to a file. */
export async function save(page) {
    await page.takeBack();
    await page.handheld.save();
    const files = [...page.saves.files].map(([name, bytes]) => [FOLDER + name, new Uint8Array(bytes)]).sort();
    if (!files.length) return showStatus("There are no saves yet: nothing to keep.");
    const sums = await Promise.all(files.map(async ([name, bytes]) => `${await sha(bytes)}  ${name}\n`));
    const whole = zip([...files, [SUMS, new TextEncoder().encode(sums.join(""))]]);
    const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    saveFile(new File([whole], `backup-${day}.zip`, { type: "application/zip" }));
    showStatus(`${counted(files.length)} of saves in backup-${day}.zip.${UNLESS}`);
}

/** Take the saves from a file, in place of those that are here. */
export async function load(page, file) {
    let files;
    try {
        if (file.size > WHOLE) throw new Error("it is larger than any backup");
        files = await checked(await unzip(new Uint8Array(await file.arrayBuffer()), largest, MOST + 1));
    } catch (error) {
        return showStatus(`${file.name} can't be loaded: ${error.message}. Nothing was changed.`);
    }
    if (page.saves.files.size && !(await confirmed(`Replace the saves in this browser by the ${counted(files.size)} of ${file.name}?`))) return;
    await page.takeBack();
    await page.handheld.stop();
    let told = `${counted(files.size)} of saves loaded from ${file.name}.`;
    try {
        await page.saves.replace(files);
    } catch {
        told = "This browser could not keep them: has it room left? Nothing was changed.";
    }
    page.backToGames(told); // the address names a game that these saves may not have
}

/** Ask; a frame may forbid the browser's own dialog. */
async function confirmed(question) {
    document.getElementById("replace")?.remove();
    document.body.insertAdjacentHTML("beforeend", REPLACE);
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("replace"));
    dialog.querySelector("p").textContent = question;
    dialog.showModal();
    await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
    return dialog.returnValue === "yes";
}

const counted = (n) => (n === 1 ? "1 file" : `${n} files`);

/** How many bytes a file in a backup may have, undefined if it is of no use. */
function largest(name) {
    const last = name.split("/").at(-1);
    if (last === SUMS) return LIST;
    return isSave(last) && (FOLDER === name.slice(0, -last.length) || name.endsWith("/" + FOLDER + last)) ? LARGEST : undefined;
}

/** The saves of a backup, by name; an Error if it is not whole. */
async function checked(found) {
    const top = [...found.keys()].find((name) => name === SUMS || name.endsWith("/" + SUMS));
    if (top === undefined) throw new Error(`it is no backup: there is no ${SUMS} in it`);
    const folder = top.slice(0, -SUMS.length);
    const files = new Map();
    for (const line of new TextDecoder().decode(found.get(top)).split("\n").filter((line) => line)) {
        const [, digest, name] = /^([0-9a-f]{64}) {2}saves\/(.*)$/.exec(line) ?? [];
        if (!name || !isSave(name)) throw new Error(`its ${SUMS} names what the games have not written`);
        const bytes = found.get(folder + FOLDER + name);
        if (!bytes) throw new Error(`${name} is missing in it`);
        if ((await sha(bytes)) !== digest) throw new Error(`${name} in it is damaged`);
        files.set(name, bytes);
    }
    if (!files.size) throw new Error("there are no saves in it");
    return files;
}
