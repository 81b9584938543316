/**
 * The time of a failed operation, in any unit. It sorts after every measured one, so that
 * percentiles are over all operations. A statistic of it is censored, too. Not Infinity, which no
 * sample may be.
 */
export const CENSORED = Number.MAX_VALUE;
