import { delayOutcome, type DelayOutcome, ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import type { Compared } from './compared.ts';
import { whoText } from './exceptions.ts';

const WORDS: Readonly<Record<DelayOutcome, string>> = {
  delayed: 'delayed',
  equivalent: 'equivalent to no delay',
  less: 'less wait',
  undecided: 'undecided',
};

/**
 * `scenario download over network reference-4g, node-http1: here undecided; there equivalent to no delay`: where the first screens of two runs
 * differ. Two undecided or wide figures agree, and one of them may still say what the other does not.
 */
export function changedVerdicts(compared: readonly Compared[]): string[] {
  return compared
    .filter(({ here, difference }) => here.metric.id === 'load-sharing-wait' && isKnown(difference))
    .flatMap(({ here, there }) => {
      const [own, other] = [verdictOf(here), verdictOf(there)];
      return own === other ? [] : [`${whoText(here)}: here ${own}; there ${other}`];
    });
}

/** `Another verdict: …; …. Another verdict: …`, or '' where there is none. */
export function verdictsText(compared: readonly Compared[]): string {
  return changedVerdicts(compared)
    .map((changed) => `Another verdict: ${changed}.`)
    .join(' ');
}

function isKnown(difference: Compared['difference']): boolean {
  return !('why' in difference && ['not comparable', 'no value'].includes(difference.why));
}

/** What the first screen says of a wait from sharing the connection. */
function verdictOf(delay: Figure): string {
  if (delay.rounds < ENOUGH_ROUNDS) return 'too few rounds';
  if (!delay.ranked) return delay.browserLimit ? 'limited by the browser' : 'limited by the client';
  const outcome = WORDS[delayOutcome(delay)];
  if (delay.regimes.length > 0) return `${outcome} in two regimes`;
  return delay.censored ? `${outcome}, a lower bound` : outcome;
}
