import { describe, expect, test } from 'vitest';
import {
  mislabelled,
  options,
  skipped,
  TIMEOUT_MS,
  whyNoCable,
  whyNoRattan,
} from '../../fixtures/certified-links.ts';
import type { Link } from '../backend.ts';
import { changed, sendSteadily } from '../../fixtures/test-profiles.ts';
import { noneBackend } from '../backends/none.ts';
import { rattanBackend } from '../backends/rattan.ts';
import { profileNamed } from '../profiles.ts';
import { certifyProfile, checkLink } from './certify.ts';
import { problemsOf } from './findings.ts';
import { measureLink } from './measure-link.ts';
import type { LaneObservation } from './run-measurement.ts';

const fourG = profileNamed('reference-4g');

/** Numbers, from 0, of the packets that a fresh link loses of the first 2000 each way. */
async function lostPositions(link: Link): Promise<{ down: number[]; up: number[] }> {
  const seen = await sendSteadily(link, 2000);
  const lost = ({ sentUs, arrived }: LaneObservation): number[] => {
    const there = new Set(arrived);
    return [...sentUs.keys()].filter((number) => !there.has(number));
  };
  return { down: lost(seen.down), up: lost(seen.up) };
}

describe.skipIf(whyNoCable !== null)(`a cable${skipped(whyNoCable)}`, () => {
  test('is certified as ideal', { timeout: TIMEOUT_MS }, async () => {
    const certificate = await certifyProfile(noneBackend, options(profileNamed('ideal')));
    expect(certificate.problems).toEqual([]);
    expect(certificate.readings.at(-1)?.seconds).toBeLessThan(12);
  });
});

describe.skipIf(whyNoRattan !== null)(`rattan${skipped(whyNoRattan)}`, () => {
  test.each(['lte', 'broadband', 'reference-3g', 'reference-high-loss'])(
    'is certified as %s',
    { timeout: TIMEOUT_MS },
    async (id) => {
      const certificate = await certifyProfile(rattanBackend, options(profileNamed(id)));
      expect(certificate.problems).toEqual([]);
    },
  );

  test(
    'passes the check, after which it is as idle as before',
    { timeout: TIMEOUT_MS },
    async () => {
      await using link = await rattanBackend.start(options(fourG));
      for (let times = 0; times < 2; times += 1) {
        const { problems } = await checkLink(link, 7);
        expect(problems).toEqual([]);
      }
    },
  );

  test.each([
    [
      'its rate',
      changed(fourG, { rateKbps: 15_000 }),
      /down: rate of UDP is 15 .*, configured 20 /,
    ],
    ['its delay', changed(fourG, { delayMs: 45 }), /up: one-way delay is 45.*, configured 50 /],
    [
      'its variation',
      changed(fourG, { jitterMs: 12 }),
      /RTT of UDP, p95 is 1\d\d.*, configured 100/,
    ],
    ['its loss', changed(fourG, { lossFraction: 0.03 }), /up: loss is .*, configured 0.5 %/],
    [
      'its queue',
      changed(fourG, { queue: { kind: 'droptail', limitBytes: 105_000 } }),
      /up: queue is 10\d.*, configured 125 kB/,
    ],
  ])('with %s being another is noticed', { timeout: TIMEOUT_MS }, async (_what, real, problem) => {
    await using link = await mislabelled(fourG, real);
    const problems = problemsOf(fourG, await measureLink(link, 'full'));
    expect(problems.join('\n')).toMatch(problem);
  });

  test('a delay that varies much has its median', { timeout: TIMEOUT_MS }, async () => {
    const varying = changed(fourG, { jitterMs: 20, lossFraction: 0 });
    expect((await certifyProfile(rattanBackend, options(varying))).problems).toEqual([]);
  });

  test('losses in bursts are judged as such', { timeout: TIMEOUT_MS }, async () => {
    const bursts = changed(fourG, { lossFraction: 0.05, lossBurstPackets: 4 });
    expect((await certifyProfile(rattanBackend, options(bursts))).problems).toEqual([]);
  });

  test('the seed decides which packets are lost', { timeout: TIMEOUT_MS }, async () => {
    const lost = async (seed: number): Promise<{ down: number[]; up: number[] }> => {
      await using link = await rattanBackend.start(options(fourG, seed));
      return await lostPositions(link);
    };
    const first = await lost(7);
    expect(first.down).not.toHaveLength(0);
    expect(first.down).not.toEqual(first.up);
    expect(await lost(7)).toEqual(first);
    const other = await lost(8);
    expect(other.down).not.toEqual(first.down);
    expect(other.up).not.toEqual(first.up);
  });

  test('checks use up the same part of a sequence', { timeout: TIMEOUT_MS }, async () => {
    const lostAfterCheck = async (): Promise<{ down: number[]; up: number[] }> => {
      await using link = await rattanBackend.start(options(fourG));
      await checkLink(link, 7);
      return await lostPositions(link);
    };
    expect(await lostAfterCheck()).toEqual(await lostAfterCheck());
  });
});
