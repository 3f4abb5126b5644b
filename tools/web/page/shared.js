// Words of memory that the page writes and the worker reads, see line.js. The page writes each change of the keys, or of the
// pointer, to the next slot of a ring, so that none is lost while the firmware is busy.

export const WRITTEN = 0; // number of changes so far
export const HIDDEN = 1; // 1 while the page is hidden
export const SPEED = 2; // factor by which a film runs faster
export const ASKED = 3; // how often the page has asked for the game to be saved now
export const SAVED = 4; // which of these requests was served last
export const AWAKE = 5; // 1 while the worker serves such requests
export const HEARD = 6; // 1 while somebody listens to what the screen shows
export const KEYS = 7; // the first slot: the bits of all keys that are down after a change, or a TOUCH
export const SLOTS = 64; // number of slots in the ring

/** Bits beside those of the keys: save what was played; the page is hidden or being closed, so that nothing may run on. */
export const SAVE = 1 << 16;
export const AWAY = 1 << 22;

/** A bit beside those of the keys: the pointer has changed. In a slot: x, y << 10, down << 20, lost << 21, TOUCHED. */
export const TOUCH = 1 << 17;
export const TOUCHED = 1 << 24;

/** A bit beside those of the keys: somebody listens. */
export const LISTEN = 1 << 18;

/** A bit beside those of the keys, also in a slot: the system took away what held a key down, so none is meant. */
export const LOST = 1 << 19;

/** Bits beside those of the keys, also in a slot: who listens asks for all that is shown, or for what can be played. */
export const AGAIN = 1 << 20;
export const PLAYABLE = 1 << 21;

/** The bits of a key, as the HAL has them. */
export const KEY = { UP: 1, DOWN: 2, LEFT: 4, RIGHT: 8, A: 16, B: 32, X: 64, Y: 128, MENU: 256 };
