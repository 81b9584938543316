import { scenariosOf } from '@holbench/scenarios/registry';
import type { Figure, Place } from '../figures/figure.ts';
import { byArm } from './arms.ts';
import type { PlotSource } from './draw.ts';
import type { Plot } from './plot.ts';
import { type Row, type RowPlots, rowPlots } from './rows.ts';

export const MARKS =
  'Mark: median of rounds, or geometric mean of connections. Dots: each of these. Thick line: its interval. ‡: limited by the client or the browser, so not ranked.';

type Look = Omit<Row, 'figure'>;

/** Until a user sees something. */
const STEPS: Readonly<Record<string, Look>> = {
  'first-byte-rtt': { label: 'first byte', symbol: 'circle' },
  'first-message-rtt': { label: 'first message', symbol: 'square' },
  'returning-first-byte-rtt': { label: 'again: byte', symbol: 'circle' },
  'returning-first-message-rtt': { label: 'again: message', symbol: 'square' },
};

/**
 * Least round trips until a new user has the first byte: TCP (1), TLS 1.3 (1) and the request (1);
 * RFC 8446 §2; QUIC does the first two in one, RFC 9000 §7.
 */
const LEAST = [
  { value: 2, label: 'QUIC: 2' },
  { value: 3, label: 'TCP + TLS: 3' },
] as const;

/** The scenarios that move enough for a figure per GB. */
const BULKY = [
  ...scenariosOf('beside-bulk').map(({ id }) => ({ scenario: id, kind: 'text' as const })),
  ...scenariosOf('batches').map(({ id }) => ({ scenario: id, kind: 'binary' as const })),
];

/** What is drawn together: the figures of these places that have a look. */
interface Measure extends Omit<RowPlots, 'network'> {
  readonly places: readonly Pick<Place, 'scenario' | 'kind'>[];
  readonly look: (figure: Figure) => Look | undefined;
}

const MEASURES: readonly Measure[] = [
  ...scenariosOf('set-up').map(({ id: scenario }): Measure => {
    return {
      id: ['set-up', scenario],
      topic: scenario,
      title: 'Round trips of the set-up: TCP + TLS (+ upgrade) against QUIC',
      label: 'round trips',
      note: 'Round trips from the start of the navigation until the first byte of the page (○), and until the first answer over its transport (■). A WebSocket needs a second connection, with its upgrade. “again”: a returning user, with session tickets. Dashed lines: the minimum for a new user’s first byte, TCP 1 + TLS 1.3 1 + request 1 against QUIC 1 + request 1.',
      references: LEAST,
      places: [{ scenario, kind: 'text' }],
      look: ({ metric }) => STEPS[metric.id],
    };
  }),
  {
    id: ['cpu-per-gb'],
    topic: 'resources',
    title: 'CPU time of server and proxy per GB moved',
    label: 'CPU seconds per GB, logarithmic',
    note: 'CPU seconds of the server and its proxy per GB that arrived (10⁹ bytes of IP packets, both directions).',
    places: BULKY,
    look: placeOf('cpu-per-gb'),
  },
  {
    id: ['rss'],
    topic: 'resources',
    title: 'Peak memory of the server',
    label: 'MiB resident, logarithmic',
    note: 'Peak resident memory of the server’s processes in MiB, without its proxy.',
    places: BULKY,
    look: placeOf('server-rss'),
  },
];

/** A row for each scenario that has the metric. */
function placeOf(id: string): Measure['look'] {
  return ({ metric, scenario, kind }) =>
    metric.id === id ? { label: `${scenario} ${kind}` } : undefined;
}

/** Figures of set-up and resources; none where the run has not stored them. */
export function measurePlots({ data, relation }: PlotSource): Plot[] {
  return data.manifest.networks.flatMap(({ profile: { id: network } }) =>
    MEASURES.flatMap(({ places, look, note, ...of }) => {
      const figures = places.flatMap((place) => relation.at({ network, ...place }));
      const groups = byArm(figures).map(({ figures: own, ...arm }) => ({
        ...arm,
        rows: own.flatMap((figure): Row[] => {
          const found = look(figure);
          return found === undefined || figure.value === null ? [] : [{ ...found, figure }];
        }),
      }));
      return rowPlots(groups, { ...of, network, note: `${note} ${MARKS}` });
    }),
  );
}
