// Text over the handheld's screen while there is no picture, and below it.

const overlay = document.getElementById("overlay");

/** Show a text, with a button if `label` is given; without a text show the picture. */
export function showOverlay(text, label, action) {
    overlay.textContent = text;
    overlay.hidden = !text;
    if (!label) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = action;
    overlay.append(button);
}

export function offerAgain(text) {
    showOverlay(text, "Try again", () => location.reload());
}

/** Say what is wrong, and offer the page in a tab of its own. */
export function offerTab(text) {
    showOverlay(text, "Open it in its own tab", () => open(location.href, "_blank"));
}

export function showStatus(text) {
    document.getElementById("status").textContent = text;
}
