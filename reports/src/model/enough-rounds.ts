/**
 * From so many rounds on a difference is shown whose intervals are apart. Chance does that in 3 % of
 * medians of one number a round, in about one in twenty of pooled ones: `chanceApart`.
 */
export const ENOUGH_ROUNDS = 4;
