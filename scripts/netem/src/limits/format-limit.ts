import type { EmulatorLimit } from './limit-cache.ts';

const WHY = {
  loss: 'beyond it loses packets of its own',
  delay: 'beyond it adds more than 1 ms',
  probe: 'beyond, the probe cannot offer more',
  'end of the series': 'no higher rate was tried',
} as const;

type Verdict = Pick<EmulatorLimit, 'rateKbps' | 'stoppedBy' | 'addedMs'>;

/** One line, such as for `doctor`. */
export function formatLimit({ rateKbps, stoppedBy, addedMs }: Verdict): string {
  const rate = rateKbps === null ? 'no rate' : `${rateKbps / 1000} Mbit/s in both directions`;
  const added = addedMs === null ? '' : `, adds ${addedMs.toFixed(2)} ms (p95) at 100 Mbit/s`;
  return `holds ${rate} (${WHY[stoppedBy]})${added}`;
}
