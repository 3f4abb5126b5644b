// "It plays on my board": a report filled in with what a handheld's self-test shows by its QR code, an address
// of this page (screens/selftest.py). Nothing is sent from here: a link opens it for whoever wants to send it.

const KEYS = ["UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU"];
const QUESTIONS = ["An arrow in each corner", "The colours as named", "Clean, no dots, no stripes"];

/** [[what, value]] of what an address names after #WORKS:, or null. */
export function told(hash) {
    const plain = hash.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
    const code = plain.replace(/^#works:/i, "").toUpperCase();
    const found = /^([A-Z0-9$]{1,30}):([0-9.]{1,12}):([0-9A-F]{3}):([YN]{3}):(\d+\.\d+)(?::(\d+\/\d):([0-9A-F]{2})([I-]):(\d+\/\d+))?$/.exec(code);
    if (!found) return null;
    const [, name, version, pressed, answers, python, clock, turned, inverted, begins] = found;
    const bits = parseInt(pressed, 16);
    const rows = [
        ["Board", name.toLowerCase().replaceAll("$", "_")],
        ["Version", version],
        ["MicroPython", python],
        ["Keys that were pressed", KEYS.filter((_, i) => (bits >> i) & 1).join(", ") || "none"],
        ...QUESTIONS.map((question, i) => [question, answers[i] === "Y" ? "yes" : "no"]),
    ];
    if (clock) {
        rows.push(["MHz/mode of the display", clock]);
        rows.push(["MADCTL", turned + (inverted === "I" ? ", inverted" : "")]);
        rows.push(["Begins at", begins.replace("/", ", ")]);
    }
    return rows;
}

/** Show the report of an address in the page's section for it. */
export function show(hash, section) {
    const rows = told(hash);
    section.hidden = false;
    section.querySelector("p").hidden = !rows;
    section.querySelector(".note").hidden = Boolean(rows);
    const table = section.querySelector("dl");
    table.replaceChildren();
    for (const [what, value] of rows ?? []) {
        for (const [tag, text] of [["dt", what], ["dd", value]]) {
            table.append(Object.assign(document.createElement(tag), { textContent: text }));
        }
    }
    const link = section.querySelector("a");
    const copy = section.querySelector("button");
    link.hidden = !rows || !section.dataset.repository;
    copy.hidden = !rows;
    if (!rows) return;
    const board = rows[0][1];
    const well = !rows.some(([, value]) => value === "no");
    const head = well ? "It plays on my board" : "Not right on my board";
    section.querySelector("h2").textContent = head;
    const title = `${head}: ${board}`;
    const body = [...rows.map(([what, value]) => `${what}: ${value}`), "", "Printed on the board: ", "Sound, battery: ", "A photo of the picture:"].join("\n");
    link.href = `${section.dataset.repository}/issues/new?${new URLSearchParams({ title, body })}`;
    copy.onclick = async () => {
        try {
            await navigator.clipboard.writeText(`${title}\n\n${body}`);
            copy.textContent = "Copied";
        } catch {
            copy.textContent = "This browser does not allow it"; // or has no clipboard, without https
        }
    };
}
