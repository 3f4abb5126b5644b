// On a phone Back is the menu, then the launcher, then it leaves; what lies over the launcher it closes. Meanwhile
// entries of the history lie over the page's own, which has the number 0. Browsers pass over those that were made
// without a touch.

import { KEY } from "./messages.js";
import { sandboxed } from "./overlay.js";

const phone = matchMedia("(pointer: coarse)").matches && window === top && !sandboxed;

export function connectBack(page) {
    if (!phone) return;
    const steps = () => (page.plan?.record ? 1 : page.taken || page.over ? 2 : 0); // until the next Back leaves
    let at = Number(history.state);
    page.onWhere = () => {
        if (history.state === null) history.replaceState(0, "");
        if (at > steps()) history.go(steps() - at);
        while (at < steps()) history.pushState(++at, "");
    };
    addEventListener("pointerup", page.onWhere);
    addEventListener("popstate", () => {
        const before = at;
        at = Number(history.state);
        if (history.state === null) return; // a link inside the page
        if (page.taken !== null) history.replaceState(at, "", page.taken || location.pathname + location.search); // it may name an earlier deal
        if (at >= before || at >= steps()) return;
        if (page.over) page.keys.tap("back", KEY.B);
        else if (at) page.keys.tap("back", KEY.MENU);
        else page.backToGames("", page.plan?.record ? null : { home: true });
    });
}
