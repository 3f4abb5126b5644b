// Text over the handheld's screen while there is no picture, and below it.

const overlay = document.getElementById("overlay");
const screen = document.getElementById("screen");
const status = document.getElementById("status");
const READ = 3000; // ms after which who goes on playing has read it
let told = 0; // ms, when it was

/** Show a text, with a button if `label` is given, which who plays has at hand; without a text show the picture. */
export function showOverlay(text, label, action) {
    overlay.textContent = text;
    overlay.hidden = !text;
    if (!label) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.setAttribute("aria-describedby", overlay.id);
    button.onclick = () => {
        screen.focus({ preventScroll: true });
        action();
    };
    overlay.append(button);
    if (document.activeElement?.matches("body, #screen")) button.focus({ preventScroll: true });
}

export function offerAgain(text) {
    showOverlay(text, "Try again", () => location.reload());
}

/** Whether the page has no origin of its own: another page holds it in a sandbox, or has opened it from one. */
export const sandboxed = self.origin === "null";

/** Say why the games can't play here, and where they do: some frames let no link open, but any text be copied. */
export function offerAddress(why) {
    showOverlay(`${why} By themselves they play: open this address, or copy it into a new tab.`);
    const link = { href: location.href, target: "_blank", rel: "noopener", textContent: location.href };
    overlay.append(Object.assign(document.createElement("a"), link));
}

export function showStatus(text) {
    status.textContent = text;
    told = performance.now();
    for (const settling of status.getAnimations()) settling.play(); // once more
}

/** A key is pressed: what was said no longer lies over picture and keys. */
export function settleStatus() {
    if (performance.now() - told > READ) for (const settling of status.getAnimations()) settling.finish();
}
