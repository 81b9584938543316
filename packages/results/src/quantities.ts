import * as v from 'valibot';

/** Bounded so that sums and differences stay finite. */
const MOST = Number.MAX_SAFE_INTEGER;

/** A time or a duration, in ms; before an origin it is negative. */
export const milliseconds = v.pipe(v.number(), v.minValue(-MOST), v.maxValue(MOST));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A position, such as that of a round: few enough for the 32 bits of an export's column. */
export const ordinal = v.pipe(count, v.maxValue(2 ** 31 - 1));
/** Such as seconds, a share, a rate. */
export const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(MOST));
/** Of a whole. */
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
