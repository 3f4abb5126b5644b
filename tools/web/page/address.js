// What the part of an address after # names, or a text that is pasted: a deal, a game's code, a match by link.

export const MOST = 999999; // the highest number of a deal

/** The part of a text that names something: whole addresses may be given, also of a game's own page, at the end of a sentence, too. */
function nameIn(text) {
    const name = text.trim().replace(/[.,;:!?)>"']+$/, "");
    const [, game, hash] = /https?:\/\/[^#\s]*?(?:\/(\w+)\/)?[\w.]*#(.*)$/s.exec(name) ?? [null, null, name.replace(/^#/, "")];
    return game && title(game) && /^\d+$/.test(hash) ? `${game}/${hash}` : hash;
}

/** [game, deal], deal 0 if it names none; null without a game. */
export function dealIn(text) {
    const found = /^(\w+)(?:\/0*([1-9]\d{0,5}))?$/.exec(nameIn(text).toLowerCase());
    if (!found || !title(found[1])) return null;
    return [found[1], Number(found[2] ?? 0)];
}

/** A match by link: its code, or the deal of one begun here; else null. */
export function turnIn(text) {
    const found = /^turn\/(13-[0-9a-z]+|[1-9]\d{0,5})$/i.exec(nameIn(text));
    return found && (Number(found[1]) || found[1].toUpperCase());
}

/** The code of a game that a handheld shows; "" if there is none. */
export function codeIn(text) {
    const found = /^(13-[0-9A-Z]*)$/.exec(nameIn(text).replace(/\s/g, "").toUpperCase());
    return found ? found[1] : "";
}

/** The title of a game, undefined if there is no such game. */
export function title(game) {
    return document.querySelector(`.games a[href="#${game}"] b`)?.textContent;
}
