import { betaQuantile } from './beta-distribution.ts';
import type { Bounds } from './round-number.ts';

/**
 * The interval of Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the
 * case of the binomial", Biometrika 26, 1934. It covers the true probability in at least the share
 * `confidence` of experiments, even for rare events, unlike normal approximations.
 *
 * Counts need not be whole. For correlated trials, give the effective counts: both divided by the
 * variance factor (Korn and Graubard, Survey Methodology 24(2), 1998).
 *
 * @param events number of events, from 0 to `trials`.
 * @param confidence between 0 and 1, e.g. 0.99.
 * @returns bounds of the probability, from 0 to 1.
 * @throws RangeError for counts that make no sense.
 */
export function binomialInterval(events: number, trials: number, confidence: number): Bounds {
  if (!(trials > 0 && events >= 0 && events <= trials)) {
    throw new RangeError(`${events} of ${trials} trials`);
  }
  const tail = (1 - confidence) / 2;
  const others = trials - events;
  return {
    low: events === 0 ? 0 : betaQuantile(tail, events, others + 1),
    high: others === 0 ? 1 : betaQuantile(1 - tail, events + 1, others),
  };
}
