/** Loads per second of each user: as of one who reads and looks on. */
export const LOADS_PER_SECOND = 1;

/** Users who share a browser, as tabs do; each browser is on a machine of its own, behind the link. */
export const USERS_PER_BROWSER = 25;

/** Before a window, in seconds: until every page has heard when it begins. */
export const LEAD_SECONDS = 1;
/** Loads of each new user before the window, in as many tenths of a second: cold code. */
export const WARMUP_LOADS = 10;
/** What a window takes beside its own time, in seconds. */
export const WINDOW_BESIDE_SECONDS = LEAD_SECONDS + WARMUP_LOADS / 10;

/** Label of the windows. */
export const LOADS = 'load';
