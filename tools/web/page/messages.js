// What the page tells the worker: pairs of a kind and a number, which it hears in their order.

/** A change of the keys: the bits of all that are down; or of the pointer, see TOUCHED. */
export const CHANGE = 0;
/** 1 if the page is hidden. */
export const HIDDEN = 1;
/** The factor by which a film runs faster. */
export const SPEED = 2;
/** The game is to be saved now: the number of this request. */
export const ASKED = 3;
/** 1 if somebody listens to what the screen shows. */
export const HEARD = 4;

/** Bits beside those of the keys: save what was played; the page is hidden or being closed, so that nothing may run on. */
export const SAVE = 1 << 16;
export const AWAY = 1 << 22;

/** A bit beside those of the keys: the pointer has changed. In a change: x, y << 10, down << 20, lost << 21, TOUCHED. */
export const TOUCH = 1 << 17;
export const TOUCHED = 1 << 24;

/** A bit beside those of the keys: somebody listens. */
export const LISTEN = 1 << 18;

/** A bit beside those of the keys, also in a change: the system took away what held a key down, so none is meant. */
export const LOST = 1 << 19;

/** Bits beside those of the keys, also in a change: who listens asks for all that is shown, or for what can be played. */
export const AGAIN = 1 << 20;
export const PLAYABLE = 1 << 21;

/** The bits of a key, as the HAL has them. */
export const KEY = { UP: 1, DOWN: 2, LEFT: 4, RIGHT: 8, A: 16, B: 32, X: 64, Y: 128, MENU: 256 };
