import { withUnit } from '../document/figure-text.ts';
import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import { CAUTION_MARK, cautionedRounds } from '../figures/cautions.ts';
import type { Figure } from '../figures/figure.ts';
import type { Compared } from './compared.ts';
import { placeName } from '../document/place-name.ts';

/** `scenario download over network reference-4g, node-ws: same p50 1,657 ms, there 2,011 ms (two regimes)`. */
export function exceptionText(compared: Compared): string {
  return `${exceptionValues(compared)} (${exceptionCause(compared)})`;
}

/** The same without why. */
export function exceptionValues({ here, there }: Compared): string {
  return `${whoText(here)}: ${here.metric.title} ${withUnit(here)}, there ${withUnit(there)}`;
}

/** `scenario download over network reference-4g, node-http1 with bulk=6`. */
export function whoText(figure: Figure): string {
  const { variant, arm } = figure;
  return `${placeName(figure)}, ${variant.id}${arm === '' ? '' : ` with ${arm}`}`;
}

/** What is known of why a figure does not agree; that nothing is, too. */
export function exceptionCause({ here, there, agreement }: Compared): string {
  const cautions = new Set([...here.cautions, ...there.cautions].map(({ id }) => id));
  const causes = [
    agreement?.shift === null ? `few rounds: ${here.rounds} and ${there.rounds}` : '',
    here.regimes.length + there.regimes.length > 0 ? 'two regimes' : '',
    here.unknown + there.unknown > 0 ? 'unknown in some rounds' : '',
    here.censored || there.censored ? 'a lower bound in one run' : '',
    isWithinTolerance(here, there) ? 'within the link’s tolerance' : '',
    ...[...cautions].map((id) => {
      const [own, other] = [here, there].map((figure) => {
        const found = figure.cautions.filter((caution) => caution.id === id);
        return `${cautionedRounds(figure, found)} of ${figure.points.length}`;
      });
      return `${CAUTION_MARK} ${id}: ${own} and ${other} rounds`;
    }),
  ].filter((cause) => cause !== '');
  return causes.length === 0 ? 'no known reason' : causes.join('; ');
}

/** Of a delay near 0, 10 % are less than two links may differ by. */
function isWithinTolerance(here: Figure, there: Figure): boolean {
  const apart = Math.abs((here.value ?? 0) - (there.value ?? 0));
  return here.metric.unit === 'ms' && apart <= delayToleranceMs(here.points);
}
