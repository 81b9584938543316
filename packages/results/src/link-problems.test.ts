import { describe, expect, test } from 'vitest';
import { seededRandom } from '@holbench/stats/seeded-random';
import { UNSHAPED } from '../fixtures/run-lines.ts';
import type { BeaconReading, LinkLosses } from './cell.ts';
import { linkProblems } from './link-problems.ts';
import type { LinkDirection, NetworkProfile } from './network-profile.ts';

const LIMITED = {
  ...UNSHAPED,
  rateKbps: 20_000,
  queue: { kind: 'droptail', limitBytes: 250_000 },
} as const;
/** Of the run. */
const CELLS = 10;
const NONE: LinkLosses = { sentPackets: 0, receivedPackets: 0, randomLosses: 0, queueDrops: 0 };

function link(side: LinkDirection): NetworkProfile {
  return { id: 'test', down: side, up: side };
}

type Linked = Parameters<typeof linkProblems>[1];

/** A link without packets, but for these downwards. */
function downwards(down: Partial<LinkLosses>): Linked {
  return { link: { down: { ...NONE, ...down }, up: NONE } };
}

function problemsOf(profile: NetworkProfile, linked: Linked): string[] {
  return linkProblems(profile, linked, CELLS);
}

/** All packets accounted for. */
function lost(sentPackets: number, randomLosses: number, queueDrops = 0): LinkLosses {
  const receivedPackets = sentPackets - randomLosses - queueDrops;
  return { sentPackets, receivedPackets, randomLosses, queueDrops };
}

describe('a link is what it is configured to be', () => {
  test('with the losses that it should have, and drops of its queue', () => {
    const profile = link({ ...LIMITED, lossFraction: 0.005 });
    expect(problemsOf(profile, downwards(lost(5_321, 27, 400)))).toEqual([]);
  });
  test('without packets, or without a count', () => {
    const profile = link({ ...LIMITED, lossFraction: 0.005 });
    expect(problemsOf(profile, downwards({}))).toEqual([]);
    expect(problemsOf(profile, { link: null })).toEqual([]);
    expect(problemsOf(profile, {})).toEqual([]);
  });
  test('as far as the emulator tells', () => {
    const untold = { sentPackets: 9, receivedPackets: 4, randomLosses: null, queueDrops: null };
    expect(problemsOf(link(UNSHAPED), downwards(untold))).toEqual([]);
  });
  test('when it loses everything and should', () => {
    expect(problemsOf(link({ ...UNSHAPED, lossFraction: 1 }), downwards(lost(50, 50)))).toEqual([]);
  });
});

describe('a link differs', () => {
  test('with too many or too few losses', () => {
    const profile = link({ ...LIMITED, lossFraction: 0.005 });
    expect(problemsOf(profile, downwards(lost(5_321, 154)))).toEqual([
      'down: 2.9 % of 5,321 packets lost at random, configured 0.5 %',
    ]);
    expect(problemsOf(profile, downwards(lost(5_321, 5)))).toEqual([
      'down: 0.094 % of 5,321 packets lost at random, configured 0.5 %',
    ]);
  });
  test('with other losses than its seed makes, be they likely or not', () => {
    const profile = link({ ...LIMITED, lossFraction: 0.005 });
    const planned = (randomLosses: number, plannedLosses: number) =>
      problemsOf(profile, downwards({ ...lost(5_321, randomLosses), plannedLosses }));
    expect(planned(154, 154)).toEqual([]);
    // A first loss that comes late is drawn on purpose.
    const armed = { ...lost(5_321, 0), plannedLosses: 0, fullPackets: 4_900 };
    expect(problemsOf(profile, downwards(armed))).toEqual([]);
    expect(planned(27, 26)).toEqual(['down: 27 of 5,321 packets lost at random, 26 by their seed']);
  });
  test('with a loss where none is configured', () => {
    expect(problemsOf(link(LIMITED), downwards(lost(5_000, 1)))).toEqual([
      'down: 0.02 % of 5,000 packets lost at random, configured 0 %',
    ]);
  });
  test('with drops of a queue that has no limit', () => {
    expect(problemsOf(link(UNSHAPED), downwards(lost(5_000, 0, 1_200)))).toEqual([
      'down: a queue dropped 1,200 packets, configured without a limit',
    ]);
  });
  test('with packets that nobody accounts for', () => {
    const profile = link(LIMITED);
    const counts = { sentPackets: 5_321, randomLosses: 0, queueDrops: 0 };
    expect(problemsOf(profile, downwards({ ...counts, receivedPackets: 5_309 }))).toEqual([
      'down: 12 of 5,321 packets sent are missing, neither lost at random nor dropped by a queue',
    ]);
    expect(problemsOf(profile, downwards({ ...counts, receivedPackets: 5_322 }))).toEqual([
      'down: 1 more than expected arrived, of 5,321 packets sent',
    ]);
  });
  test('in each direction by itself', () => {
    const both = { down: lost(9, 1), up: lost(8, 2) };
    const problems = problemsOf(link(UNSHAPED), { link: both });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['down', 'up']);
  });
});

describe('a drop of a queue', () => {
  const beacon = (fullestMs: number | null): BeaconReading => {
    return { sent: 400, lost: 2, waitMs: { p50: 0, p95: 1, max: 2 }, fullestMs };
  };
  /** Three drops downwards, of a queue that was so full. */
  const dropped = (side: LinkDirection, fullestMs: number | null) =>
    problemsOf(link(side), {
      link: { down: lost(1_000, 0, 3), up: NONE },
      beacons: { down: beacon(fullestMs), up: beacon(0) },
    });

  test('is a loss of unknown cause where the queue was not full', () => {
    // 250 kB less a packet of 1500 bytes take 99.4 ms at 20 Mbit/s.
    expect(dropped(LIMITED, 62)).toEqual([
      'down: 3 packets lost for an unknown cause: a packet waited at most 62 ms in the queue, of 99 ms in a full one',
    ]);
    expect(dropped(LIMITED, 74.5)).toHaveLength(1);
  });
  test('is one where it may have been full, and where nobody looked', () => {
    expect(dropped(LIMITED, 74.6)).toEqual([]);
    expect(dropped(LIMITED, 240)).toEqual([]);
    expect(dropped(LIMITED, null)).toEqual([]);
    const unseen = { link: { down: lost(1_000, 0, 3), up: NONE } };
    expect(problemsOf(link(LIMITED), unseen)).toEqual([]);
    expect(problemsOf(link(LIMITED), { ...unseen, beacons: null })).toEqual([]);
  });
  test('is not judged where bytes do not limit the queue', () => {
    const packets = { kind: 'droptail-packets', limitPackets: 100 } as const;
    expect(dropped({ ...LIMITED, queue: packets }, 0)).toEqual([]);
    const codel = { kind: 'codel', targetMs: 5, intervalMs: 100, limitBytes: 250_000 } as const;
    expect(dropped({ ...LIMITED, queue: codel }, 0)).toEqual([]);
  });
  test('of another direction says nothing of this one', () => {
    const linked = {
      link: { down: lost(1_000, 0, 3), up: lost(900, 0) },
      beacons: { down: beacon(110), up: beacon(2) },
    };
    expect(problemsOf(link(LIMITED), linked)).toEqual([]);
  });
});

test('more tests in a run have wider intervals each', () => {
  const profile = link({ ...LIMITED, lossFraction: 0.005 });
  const high = downwards(lost(5_000, 45));
  expect(linkProblems(profile, high, CELLS)).toHaveLength(1);
  expect(linkProblems(profile, high, 30 * CELLS)).toEqual([]);
});

/** Cells of a simulation. */
const SIMULATED = 200_000;

// Packets, loss, length of runs, most per thousand. Few runs have a distribution with a longer tail
// than the intervals allow for.
test.each([
  [5_000, 0.005, 1, 1],
  [3_000, 0.05, 1, 1],
  [1_000, 0.5, 1, 1],
  [5_000, 0.02, 4, 1],
  [500, 0.02, 4, 1.5],
] as const)(
  'of good cells of a run of ten about one in a thousand is lost: %d packets, loss %d in runs of %d',
  (sent, lossFraction, lossBurstPackets, mostPerThousand) => {
    const profile = link({ ...LIMITED, lossFraction, lossBurstPackets });
    const cumulative = cumulativeLosses(sent, lossFraction, lossBurstPackets);
    // Two tests a cell. Whether one fails depends on the number of losses alone.
    const isBad = cumulative.map((_, losses) => {
      const direction = lost(sent, losses);
      const good = lost(sent, Math.round(sent * lossFraction));
      return problemsOf(profile, { link: { down: direction, up: good } }).length > 0;
    });
    const random = seededRandom(1);
    const draw = (): number => random.below(2 ** 31) / 2 ** 31;
    let bad = 0;
    for (let cell = 0; cell < SIMULATED; cell += 1) {
      const tests = Array.from({ length: 2 }, () => indexOf(cumulative, draw()));
      if (tests.some((losses) => isBad[losses])) bad += 1;
    }
    // Beside chance: 200 cells ± 4 standard deviations.
    expect((bad * 1_000) / SIMULATED).toBeLessThan(mostPerThousand + 0.28);
    expect((bad * 1_000) / SIMULATED).toBeGreaterThan(0.4);
  },
);

/**
 * Distribution of the number of losses among `sent` packets, by Gilbert's chain packet by packet.
 * @returns at index k the probability of at most k losses.
 */
function cumulativeLosses(sent: number, lossFraction: number, burst: number): number[] {
  const begin = burst === 1 ? lossFraction : lossFraction / (burst * (1 - lossFraction));
  const goOn = burst === 1 ? lossFraction : 1 - 1 / burst;
  const most = Math.min(sent, Math.ceil(3 * sent * lossFraction) + 100);
  let afterPass = new Float64Array(most + 1);
  let afterLoss = new Float64Array(most + 1);
  afterPass[0] = 1;
  for (let packet = 0; packet < sent; packet += 1) {
    const pass = afterPass.map((p, k) => p * (1 - begin) + (afterLoss[k] ?? 0) * (1 - goOn));
    const loss = afterPass.map((_, k) => {
      return (afterPass[k - 1] ?? 0) * begin + (afterLoss[k - 1] ?? 0) * goOn;
    });
    [afterPass, afterLoss] = [pass, loss];
  }
  let sum = 0;
  return Array.from(afterPass, (p, k) => (sum += p + (afterLoss[k] ?? 0)));
}

/** The first index whose value is above `draw`, by bisection. */
function indexOf(cumulative: readonly number[], draw: number): number {
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((cumulative[middle] ?? 1) > draw) high = middle;
    else low = middle + 1;
  }
  return low;
}
