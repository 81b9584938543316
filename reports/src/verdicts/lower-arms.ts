import type { Sentence } from '../document/block.ts';
import { armSettings } from '../figures/arm-settings.ts';
import { difference } from '../figures/decisions.ts';
import type { Figure } from '../figures/figure.ts';
import type { ReportData } from '../runs/report-data.ts';
import { figurePart, listing } from './sentences.ts';

const LIBRARYS =
  'Most of it is the library’s: node:http2 reads no requests while it writes (decision 0008).';

/**
 * Arms in which the delay is shown to be lower than with the run’s own factors, and what follows
 * from that. Nothing of another run: what this one does not show, its report does not say.
 */
export function lowerArms(data: ReportData, own: Figure, judged: readonly Figure[]): Sentence[] {
  const lower = judged
    .filter(
      (each) =>
        each.variant === own.variant &&
        each.arm !== '' &&
        difference(each, own, own.metric.unit).is === 'lower',
    )
    // The last ones may be left out.
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const isLibrarys = lower.some(
    (each) => isShortWrite(data, each) && 2 * (each.value ?? 0) < (own.value ?? 0),
  );
  const lead = [`The delay of ${own.variant.id} falls from `, figurePart(own), ' to '];
  return [
    ...listing(lead, lower, (each) => [figurePart(each), ` with ${each.arm}`]),
    ...(isLibrarys ? [[LIBRARYS]] : []),
  ];
}

/** Whether a limit on what node:http2 writes at once is all that differs from the run’s own factors. */
function isShortWrite(data: ReportData, figure: Figure): boolean {
  const changed = armSettings(data, figure).map(({ flag }) => flag);
  const { http2WriteBytes } = data.manifest.config.factors;
  return http2WriteBytes === null && changed.join() === 'http2-write';
}
