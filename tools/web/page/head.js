// In the page's head, before anything else of it has come: the theme, what is loaded at once, and what a page says
// that can't go on. The site's build puts it into index.html. It is for any browser, so it imports nothing.

function failed(text) {
    delete document.documentElement.dataset.board;
    const overlay = document.getElementById("overlay");
    overlay.hidden = false;
    const button = document.createElement("button");
    button.textContent = "Try again";
    button.onclick = () => location.reload();
    overlay.replaceChildren(text, button);
}

/** What nothing has caught becomes a sentence, and a way on. */
function broken(error) {
    if (document.readyState === "loading") return addEventListener("DOMContentLoaded", () => broken(error));
    const why = error?.message ?? error;
    if (document.getElementById("handheld").dataset.state === "on") {
        document.getElementById("status").textContent = `Something went wrong on this page: ${why}. If the games do not go on, load it again.`;
    } else if (error instanceof SyntaxError) {
        failed(`This browser is too old for the games. ${document.getElementById("overlay").dataset.needed}`);
    } else failed(`The games could not start: ${why}`);
}

addEventListener("unhandledrejection", ({ reason }) => broken(reason));
addEventListener("error", ({ error, message }) => broken(error ?? message));

try {
    const { pathname } = new URL(".", location.href);
    document.documentElement.dataset.theme = localStorage.getItem(`thirteen ${pathname} theme`) ?? ""; // see kept.js
} catch {
    // storage is blocked
}

// The page may be painted before all of it has come: board.js shows it, once nothing will move.
document.documentElement.dataset.board = "unknown";

if ("Suspending" in (window.WebAssembly ?? {})) {
    for (const href of ["engine.bin", "games.bin"]) {
        const how = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href };
        document.head.append(Object.assign(document.createElement("link"), how));
    }
} else {
    try {
        navigator.serviceWorker?.register("sw.js").catch(() => {}); // it loads them, see isolate.js
    } catch {
        // the page is in a sandbox
    }
}
