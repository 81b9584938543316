import * as v from 'valibot';

/** Most rounds of a run. */
export const MOST_ROUNDS = 1_000;
/** Most cells of a run that go on side by side. */
export const MOST_JOBS = 16;

/** A reader of a run folder must not plan more than the bench would. */
export const Rounds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_ROUNDS));
