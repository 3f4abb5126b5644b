// On a phone Back is the menu, then the launcher, then it leaves: while a game is open, entries of the history lie over
// the page's own, which has the number 0. Browsers pass over those that were made without a touch.

import { KEY } from "./messages.js";
import { sandboxed } from "./overlay.js";

const phone = matchMedia("(pointer: coarse)").matches && window === top && !sandboxed;

export function connectBack(page) {
    if (!phone) return;
    const steps = () => (page.plan?.record ? 1 : page.taken ? 2 : 0); // until the next Back leaves
    let at = Number(history.state);
    addEventListener("pointerup", () => {
        if (history.state === null) history.replaceState(0, "");
        if (at > steps()) history.go(steps() - at);
        while (at < steps()) history.pushState(++at, "");
    });
    addEventListener("popstate", () => {
        const before = at;
        at = Number(history.state);
        if (history.state === null) return; // a link inside the page
        if (page.taken !== null) history.replaceState(at, "", page.taken || location.pathname + location.search); // it may name an earlier deal
        if (at >= before || at >= steps()) return;
        if (at) page.keys.tap("back", KEY.MENU);
        else page.backToGames();
    });
}
