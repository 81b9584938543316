import type { Traffic } from '@holbench/results/connection';
import { LABELS } from '../../labels.ts';
import type { Metric, MetricTable } from '../../metric.ts';
import { inDirection } from '../../planned-seconds.ts';
import { directionOf } from '../../registry.ts';
import { movedUntil } from './goodput.ts';

const TABLE: MetricTable = {
  id: 'traffic',
  title: 'on the link, per message alone, and per byte of the file',
  evidence: true,
};

const LABELS_ALONE: readonly string[] = (['load', 'event'] as const).map((kind) =>
  LABELS.probe('alone', kind),
);

/** What messages without a transfer take on the link, with requests, acknowledgements and headers of all layers; then the file. */
export const TRAFFIC_METRICS: readonly Metric[] = [
  ...(['down', 'up'] as const).flatMap((way) => [
    trafficMetric(way, 'bytes', 'kB', 1_000),
    trafficMetric(way, 'packets', 'count', 1),
  ]),
  {
    id: 'bytes-per-file-byte',
    title: 'per byte of the file',
    unit: 'x',
    better: 'lower',
    table: TABLE,
    whereRecorded: true,
    definition:
      'IP bytes that were handed to the link in the direction of the transfer in its window ÷ payload bytes that arrived (upload: were acknowledged) in it: with headers, messages, what was lost or dropped, and what was sent again; the geometric mean over connections',
    estimate: {
      of: 'connections',
      value: ({ cell, connection }) => {
        const { crossed, transfer } = connection ?? {};
        if (!crossed || !transfer?.bulk || !transfer.window) return null;
        const moved = movedUntil(transfer.bulk, transfer.window.toMs);
        const { bytes } = inDirection(crossed, directionOf(cell.scenario));
        return moved > 0 ? { value: bytes / moved, n: 1 } : null;
      },
    },
  },
];

function trafficMetric(
  way: keyof Traffic,
  what: keyof Traffic['down'],
  unit: Metric['unit'],
  perUnit: number,
): Metric {
  return {
    id: `${what}-${way}`,
    title: `${what} ${way}`,
    unit,
    better: 'lower',
    table: TABLE,
    whereRecorded: true,
    definition: `IP ${what} that were handed to the link ${way} while a connection had messages alone, without beacons ÷ these messages, loads and mutations with their events alike; the geometric mean over connections`,
    estimate: {
      of: 'connections',
      value: (round) => {
        const { alone: traffic, connection: number } = round.connection ?? {};
        // With those of the warm-up: they crossed the link, too.
        const { length } = round.samples.filter(
          ({ label, connection }) => LABELS_ALONE.includes(label) && connection === number,
        );
        if (!traffic || length === 0) return null;
        return { value: traffic[way][what] / (perUnit * length), n: length };
      },
    },
  };
}
