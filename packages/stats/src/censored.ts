/**
 * What stands for the time of an operation that failed, in any unit: it sorts after every measured
 * one, so that a percentile is over all operations and not over those that survived. A statistic of
 * it is it again. Not Infinity, which no sample may be.
 */
export const CENSORED = Number.MAX_VALUE;
