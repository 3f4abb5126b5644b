// The words of the memory that page and worker share: the keys go one way, in the order in which
// they changed, so that none is lost while the firmware is busy.

export const WRITTEN = 0; // how many changes there were
export const HIDDEN = 1; // 1 while nobody sees the page
export const SPEED = 2; // how much faster than life a film runs
export const KEYS = 4; // the first of the changes: the bits of all keys that are down
export const SLOTS = 64; // after which the first is used again

export function make() {
    const shared = new Int32Array(new SharedArrayBuffer(4 * (KEYS + SLOTS)));
    shared[SPEED] = 1;
    return shared;
}

/** Among the bits of the keys: the page may go away, keep the game as it stands. */
export const SAVE = 1 << 16;

/** The bits of a key, as the HAL has them. */
export const KEY = { UP: 1, DOWN: 2, LEFT: 4, RIGHT: 8, A: 16, B: 32, X: 64, Y: 128, MENU: 256 };
