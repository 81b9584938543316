/** From so many rounds on intervals that are apart are no chance: docs/measurement.md. */
export const ENOUGH_ROUNDS = 4;
