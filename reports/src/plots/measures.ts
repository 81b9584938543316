import { scenariosOf } from '@holbench/scenarios/registry';
import { byArm } from './arms.ts';
import type { PlotSource } from './draw.ts';
import type { Plot } from './plot.ts';
import { type Row, rowPlots } from './rows.ts';

export const MARKS =
  'Mark: median of rounds. Dots: each round. Thick line: interval of the median. ‡: limited by the client or the browser, so not ranked.';

const STEPS = [
  { metric: 'first-byte-rtt', label: 'first byte', symbol: 'circle' },
  { metric: 'first-message-rtt', label: 'first message', symbol: 'square' },
  { metric: 'returning-first-byte-rtt', label: 'again: byte', symbol: 'circle' },
  { metric: 'returning-first-message-rtt', label: 'again: message', symbol: 'square' },
] as const;

/**
 * Least round trips until a new user has the first byte: TCP (1), TLS 1.3 (1) and the request (1);
 * RFC 8446 §2; QUIC does the first two in one, RFC 9000 §7.
 */
const LEAST = [
  { value: 2, label: 'QUIC: 2' },
  { value: 3, label: 'TCP + TLS: 3' },
] as const;

const HOW =
  'Round trips from the start of the navigation until the first byte of the page (○), and until the first answer over its transport (■). A WebSocket needs a second connection, with its upgrade. “again”: a returning user, with session tickets. Dashed lines: the minimum for a new user’s first byte, TCP 1 + TLS 1.3 1 + request 1 against QUIC 1 + request 1.';

/** How long until a user sees something; none over a link without a delay. */
export function setUpPlots({ data, relation }: PlotSource): Plot[] {
  return scenariosOf('set-up').flatMap(({ id: scenario }, index) =>
    data.manifest.networks.flatMap(({ profile: { id: network } }) => {
      const figures = relation.at({ network, scenario, kind: 'text', fanOut: null });
      const groups = byArm(figures).map(({ figures: own, ...of }) => ({
        ...of,
        rows: STEPS.flatMap(({ metric: id, ...step }): Row[] => {
          const figure = own.find(({ metric, value }) => metric.id === id && value !== null);
          return figure === undefined ? [] : [{ ...step, figure }];
        }),
      }));
      return rowPlots(groups, {
        id: ['set-up', index === 0 ? '' : scenario],
        network,
        topic: scenario,
        title: (of) =>
          `Set-up${of === '' ? '' : ` of ${of}`} over ${network} in round trips: TCP + TLS (+ upgrade) against QUIC (${scenario})`,
        note: `${HOW} ${MARKS}`,
        label: 'round trips',
        references: LEAST,
      });
    }),
  );
}

/** A metric, and what its picture says of it. */
const QUANTITIES = [
  {
    metric: 'cpu-per-gb',
    id: 'cpu-per-gb',
    title: 'CPU time of server and proxy per GB moved',
    label: 'CPU seconds per GB, logarithmic',
    note: 'CPU seconds of the server and its proxy per GB that arrived (10⁹ bytes of IP packets, both directions).',
  },
  {
    metric: 'server-rss',
    id: 'rss',
    title: 'Peak memory of the server',
    label: 'MiB resident, logarithmic',
    note: 'Peak resident memory of the server’s processes in MiB, without its proxy.',
  },
] as const;

/** The scenarios that move enough for a figure per GB. */
const BULKY = [
  ...scenariosOf('beside-bulk').map(({ id }) => ({ scenario: id, kind: 'text' as const })),
  ...scenariosOf('batches').map(({ id }) => ({ scenario: id, kind: 'binary' as const })),
];

/** None where the run has not stored what its cells used. */
export function resourcePlots({ data, relation }: PlotSource): Plot[] {
  return data.manifest.networks.flatMap(({ profile: { id: network } }) => {
    const figures = BULKY.flatMap((bulky) => relation.at({ network, fanOut: null, ...bulky }));
    return QUANTITIES.flatMap(({ metric: wanted, id, title, label, note }) => {
      const used = figures.filter(({ metric, value }) => metric.id === wanted && value !== null);
      const groups = byArm(used).map(({ figures: own, ...of }) => ({
        ...of,
        rows: own.map((figure) => ({ label: `${figure.scenario} ${figure.kind}`, figure })),
      }));
      return rowPlots(groups, {
        id: [id],
        network,
        topic: 'resources',
        title: (of) => `${title}${of === '' ? '' : ` (${of})`} over ${network}`,
        note: `${note} ${MARKS}`,
        label,
      });
    });
  });
}
