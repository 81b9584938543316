import { certifiedRttMs } from '../certified-rtt.ts';
import { LABELS, type SetUpFrom } from '../labels.ts';
import { durations, type Metric, type Round } from '../metric.ts';
import type { CountedValue } from '../round-statistic.ts';
import { roundStatistic } from '../round-statistic.ts';

const USERS: readonly { id: string; title: string; from: readonly SetUpFrom[] }[] = [
  { id: '', title: '', from: ['cold'] },
  {
    id: 'returning-',
    title: 'returning: ',
    from: ['resumed', '0rtt'],
  },
];

const MOMENTS = [
  {
    id: 'first-byte',
    title: 'first byte',
    until:
      'the first byte of the answer to it, which is of its headers (`responseStart`); the page comes over HTTP with every variant',
  },
  {
    id: 'first-message',
    title: 'first message',
    until:
      'the list of CoValues is in the page, the first answer over its transport; the page’s own code is loaded and run before',
  },
] as const;

function values(
  round: Round,
  from: readonly SetUpFrom[],
  until: 'first-byte' | 'first-message',
): number[] {
  return from.flatMap((each) => durations(round, LABELS.setUp(each, until)));
}

const RETURNING: readonly SetUpFrom[] = ['resumed', '0rtt'];

export const metrics: readonly Metric[] = [
  ...USERS.flatMap(({ id, title, from }) =>
    MOMENTS.flatMap((moment): Metric[] => [
      {
        id: `${id}${moment.id}-p50`,
        title: `${title}${moment.title} p50`,
        unit: 'ms',
        better: 'lower',
        definition: `d from the start of the navigation until ${moment.until}; returning: resumed and 0-RTT visits together`,
        estimate: {
          of: 'operations',
          statistic: 'p50',
          values: (round) => values(round, from, moment.id),
        },
      },
      {
        id: `${id}${moment.id}-rtt`,
        title: `${title}${moment.title}`,
        unit: 'RTT',
        better: 'lower',
        definition:
          'p50 of d ÷ RTT of its link, measured right before the cell; none where the RTT is under 1 ms',
        estimate: {
          of: 'rounds',
          value: (round) => inRoundTrips(round, values(round, from, moment.id)),
        },
      },
    ]),
  ),
  {
    id: '0-rtt',
    title: 'in 0-RTT',
    unit: 'share',
    better: null,
    definition: 'visits of a returning user in 0-RTT ÷ all of them',
    estimate: {
      of: 'share',
      value: (round) => ({
        part: values(round, ['0rtt'], 'first-byte').length,
        whole: values(round, RETURNING, 'first-byte').length,
      }),
    },
  },
];

/** p50 of a round over the round trip of its link. */
function inRoundTrips(round: Round, visits: readonly number[]): CountedValue | null {
  const rttMs = certifiedRttMs(round) ?? 0;
  const found = roundStatistic(visits, 'p50');
  // Over loopback or a cable, a round trip is nothing to count in.
  if (rttMs < 1 || found === null) return null;
  return { ...found, value: found.value === null ? null : found.value / rttMs };
}
