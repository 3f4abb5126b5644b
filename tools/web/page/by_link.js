// A match of Three Thirteen with a friend far away: the dialog that starts one, and the link to send.

import { showStatus } from "./overlay.js";

const DIALOG = `<dialog id="friends"><form method="dialog">
  <h2>Play a friend by link</h2>
  <p>Three Thirteen for two: play your turn, send your friend the link that appears, and open the one that
  comes back.</p>
  <p><b>Proved</b> by the rules: each link holds every move since the deal, and all of them are legal; your own
  are as you made them. <b>Trusted</b>: the deal is in the link, too. Who takes it apart can work out both
  hands and the stock; a turn could be tried first, in another browser; and who starts could choose a deal.</p>
  <p class="row"><label>Rounds <select id="rounds"><option value="0">11<option value="1">1<option value="3">3<option value="5">5</select></label>
  <button value="new">Start</button> <button value="">Close</button></p>
</form></dialog>`;
const LINK = `<div id="link"><p class="status" role="status"></p>
  <p class="row"><input readonly aria-label="The link"> <button type="button">Share the link</button></p></div>`;
const SAVE = /^link([1-9]\d{0,5})\.[ab]$/;

/** Ask whether to start a match, or to go on with one. */
export function ask(page) {
    document.getElementById("friends")?.remove();
    document.body.insertAdjacentHTML("beforeend", DIALOG);
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("friends"));
    const begun = new Set([...page.saves.files.keys()].map((name) => SAVE.exec(name)?.[1]).filter((deal) => deal));
    for (const deal of begun) {
        const button = document.createElement("button");
        button.value = deal;
        button.textContent = `Go on with deal ${deal}`;
        dialog.querySelector(".row").append(button);
    }
    dialog.onclose = () => {
        const chosen = dialog.returnValue;
        const rounds = Number(/** @type {any} */ (document.getElementById("rounds")).value);
        dialog.remove();
        if (chosen) page.start({ turn: chosen === "new" ? [rounds] : Number(chosen) });
    };
    dialog.showModal();
}

/** Offer the link that the friend is to get: of a turn, or of the end of the match, unless it was `seen` there. */
export function offer(page, { deal, code, over, seen }) {
    document.getElementById("link")?.remove();
    if (seen) return showStatus(`${over}: the match is over. Your friend has seen it.`);
    document.getElementById("status").insertAdjacentHTML("afterend", LINK);
    const box = document.getElementById("link");
    const hash = `#turn/${code}`;
    const input = box.querySelector("input");
    input.value = location.href.split("#")[0] + hash;
    input.onfocus = () => input.select();
    box.querySelector(".status").textContent = over
        ? `${over}: the match is over. Send the link, so that your friend sees it, too.`
        : `Your friend's turn in deal ${deal}: send this link.`;
    box.querySelector("button").onclick = () => page.later("./share.js", "share", hash);
}
