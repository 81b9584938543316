import { variant } from '@holbench/variants/registry';
import { formatNumber } from '../model/format.ts';
import type { Measure } from '../model/measures.ts';
import { dotRows } from './dot-rows.ts';
import { plotId } from './plot-id.ts';
import type { Plot } from './plot.ts';

/** One measure of all variants, fastest first. */
export function standingPlot(network: string, { id, title, standings }: Measure): Plot {
  const texts = standings.map(
    ({ variant: name, valueMs, ranked }) =>
      `${name} ${formatNumber(valueMs)} ms${ranked ? '' : ' (limited by the client)'}`,
  );
  const alt = `${texts.join(', ')}.`;
  const groups = standings.map(({ variant: name, valueMs, interval, rounds, ranked }) => ({
    variant: variant(name),
    arm: '',
    header: name,
    rows: [
      {
        label: '',
        value: valueMs,
        interval,
        singles: rounds.map((round) => round.valueMs),
        text: `${formatNumber(valueMs)}${ranked ? '' : ' ‡'}`,
        symbol: 'circle' as const,
      },
    ],
  }));
  return {
    id: plotId('measure', id, network),
    network,
    topic: 'measures',
    title: `${title} over ${network}`,
    alt,
    note: 'Large dot: all rounds together. Small dots: single rounds. Thick line: 95 % interval over rounds. ‡: the client was the bottleneck, so it is not ranked.',
    svg: dotRows(groups, {
      title: `${title} over ${network}`,
      alt,
      scale: 'log',
      unit: 'ms, logarithmic',
      column: 'ms',
    }),
  };
}
