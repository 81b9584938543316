import { type Metric, medianPerLabel } from '../metric.ts';

/** `setup-0rtt-first-byte` → `0rtt` for the moment `first-byte`; a label of another moment: null. */
function startOf(label: string, moment: string): string | null {
  const [, start] = /^setup-(?:(resumed|0rtt)-)?(?:first-byte|first-message)$/.exec(label) ?? [];
  return label.endsWith(moment) ? (start ?? 'cold') : null;
}

export const metrics: readonly Metric[] = [
  {
    id: 'first-byte',
    title: 'Set-up until the first byte',
    unit: 'ms',
    better: 'lower',
    definition: 'median over users: start of the navigation until `responseStart` of the page',
    of: (finished) => medianPerLabel(finished, (label) => startOf(label, 'first-byte')),
  },
  {
    id: 'first-message',
    title: 'Set-up until the first message',
    unit: 'ms',
    better: 'lower',
    definition:
      'median over users: start of the navigation until the first answer over the page’s transport',
    of: (finished) => medianPerLabel(finished, (label) => startOf(label, 'first-message')),
  },
];
