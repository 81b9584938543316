/** In the order in which they run: creations make the list longer. */
export const OPERATIONS = ['list', 'load', 'mutate', 'deliver', 'create'] as const;
/** `check`: loads of one CoValue, which other programs repeat. `file`: a download. */
export type LoopOperation = (typeof OPERATIONS)[number] | 'check' | 'file';

/** Clients at once, each with one operation under way. */
export const CLIENTS = [1, 10, 64] as const;
/** The most of them. */
export const MOST_CLIENTS = 64;

/**
 * Creations of one window, which end it early. A server keeps 20 000 CoValues, and without a limit
 * a faster server would need more memory.
 */
export const MOST_CREATIONS = 6_000;

/** Each operation's warm-up: its duration in seconds, its clients, and creations at most. */
export const WARMUP_SECONDS = 0.5;
export const WARMUP_CLIENTS = 10;
export const WARMUP_CREATIONS = 1_000;

/** Downloads of one client alone, one after the other. */
export const FILES_ALONE = 5;

/** Label of the window before the first client: the memory of a server at rest. */
export const IDLE = 'idle';
/** Label of windows that are in no figure. */
export const WARM_UP = 'warm-up';

/** Turns of the lab's clients and of each program that checks them. */
export const CHECK_TURNS = 3;

/** Duration of a turn, in seconds: wrk and h2load take whole ones. */
export const checkSeconds = (windowSeconds: number): number =>
  Math.max(2, Math.ceil(windowSeconds));

/** Operations of a window that are kept as samples; their number and durations are those of all. */
export const SAMPLES = 20;
