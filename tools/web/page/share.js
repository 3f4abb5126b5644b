// Sharing a deal, or how it ended: as text, link and picture; and the picture as a file.

import { dealIn, title } from "./address.js";
import { sandboxed, showStatus } from "./overlay.js";
import { png } from "./png.js";

/** What is to be said besides of a file that the browser is to save: nobody tells whether it does. */
export const UNLESS = sandboxed ? " If your browser does not keep it, the page around this one forbids that." : "";

const ENLARGED = 3; // times, so that messengers show pixels, not a blur

/** Share the open deal and its result, or the part of an address after #. */
export async function share(page, hash = page.taken ?? "") {
    const what = { title: document.title, text: textOf(page, hash), url: addressOf(hash) };
    const files = hash && !hash.startsWith("#turn/") ? [await picture(page)] : [];
    const whole = navigator.canShare?.({ ...what, files }) ? { ...what, files } : what;
    try {
        if (navigator.share) return await navigator.share(whole);
        await navigator.clipboard.writeText(`${what.text} ${what.url}`);
    } catch (error) {
        if (error.name !== "AbortError") showStatus(`Its address: ${what.url}`);
        return;
    }
    showStatus(`Copied: ${what.text} ${what.url}`);
}

/** How the open game has ended, or what it is. */
function textOf(page, hash) {
    if (hash.startsWith("#turn/")) return "Three Thirteen, your turn:";
    if (page.result) return `${page.result}.`;
    const [game, number] = dealIn(hash) ?? [];
    return game ? `${title(game)}${number ? `, deal ${number}` : ""}:` : "Thirteen, five card games:";
}

/** The address of a deal is that of its game's own page, which has a picture for previews. */
function addressOf(hash) {
    const base = new URL(".", location.href).href;
    const [game, number] = (!hash.startsWith("#turn/") && dealIn(hash)) || [];
    return game ? `${base}${game}/${number ? `#${number}` : ""}` : base + hash;
}

async function picture(page) {
    const { width, height } = page.board.picture;
    const file = await png(page.board.pixels, width, height, ENLARGED);
    return new File([file], "thirteen.png", { type: "image/png" });
}

export async function savePicture(page) {
    saveFile(await picture(page));
}

/** Let the browser save a file. */
export function saveFile(file) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
