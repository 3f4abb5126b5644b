// In the page's head, before anything is shown: the theme, the service worker that lets threads share
// memory, and what a page says whose parts can't be loaded. The site's build puts it into index.html.

const MODULES = ["MODULES"];

const ADDRESS = "<!--address-->"; // where the page is published, "" if that is not known

// The name of something that the browser keeps: two copies of the page on one origin never meet.
const own = (name) => `thirteen ${new URL(".", location).pathname} ${name}`;

// Versions until 1.0.0 had names without it; what they kept belongs to the published copy.
const inherits = !ADDRESS || location.href.startsWith(ADDRESS);

try {
    for (const name of ["board", "calm", "sound", "target", "theme"]) {
        const before = inherits ? localStorage.getItem(name) : null;
        if (before === null) continue;
        if (localStorage.getItem(own(name)) === null) localStorage.setItem(own(name), before);
        localStorage.removeItem(name);
    }
    document.documentElement.dataset.theme = localStorage.getItem(own("theme")) ?? "";
} catch {
    // storage is blocked
}

// The page may be painted before all of it has come: board.js shows it, once nothing will move.
document.documentElement.dataset.board = "unknown";

const NEEDED = "They need Chrome or Edge 103, Firefox 114 or Safari 16.4, or a later one.";

function failed(text) {
    delete document.documentElement.dataset.board;
    const overlay = document.getElementById("overlay");
    overlay.hidden = false;
    if (location.protocol === "file:") {
        overlay.textContent = "A browser plays the games only from a web server: unpack all files, run “python3 -m http.server” among them, and open http://localhost:8000";
        return;
    }
    const button = document.createElement("button");
    button.textContent = "Try again";
    button.onclick = () => location.reload();
    overlay.replaceChildren(text, button);
}

/** What nothing has caught becomes a sentence, and a way on. */
function broken(error, missing = false) {
    if (document.readyState === "loading") return addEventListener("DOMContentLoaded", () => broken(error, missing));
    const why = error?.message ?? error;
    if (document.getElementById("handheld").dataset.state === "on") {
        document.getElementById("status").textContent = `Something went wrong on this page: ${why}. If the games do not go on, load it again.`;
    } else if (missing) failed("A part of the page could not be loaded.");
    else if (error instanceof SyntaxError) failed(`This browser is too old for the games. ${NEEDED}`);
    else failed(`The games could not start: ${why}`);
}

addEventListener("unhandledrejection", ({ reason }) => broken(reason));
addEventListener("error", ({ target, error, message }) => {
    if (target === window) broken(error ?? message);
    else if (target.tagName === "SCRIPT" || target.rel === "stylesheet") broken("a part of it could not be loaded", true);
}, true); // prettier-ignore

if (!("Suspending" in WebAssembly)) navigator.serviceWorker?.register("sw.js").catch(() => {}); // at once, see isolate.js

for (const name of MODULES) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = name;
    document.head.append(link);
}
