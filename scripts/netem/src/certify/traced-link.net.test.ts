import { describe, expect, test } from 'vitest';
import {
  mislabelled,
  options,
  skipped,
  TIMEOUT_MS,
  whyNoRattan,
} from '../../fixtures/certified-links.ts';
import type { Link } from '../backend.ts';
import { rattanBackend } from '../backends/rattan.ts';
import { profileNamed } from '../profiles.ts';
import { checkLink } from './certify.ts';
import { runStream } from './run-measurement.ts';

const SECONDS = 6;
const lte = profileNamed('lte-tmobile');

/** Packets of each 100 ms of the trace that arrive from `fromMs` on, of an overloaded link. */
async function replay(link: Link, fromMs: number): Promise<number[]> {
  await link.packets();
  expect(await link.rewind(fromMs)).toBe(true);
  const lane = { packets: 3_000 * SECONDS, bytes: 1_500, gapUs: 333, protocols: ['udp'] as const };
  const idle = { ...lane, packets: 0 };
  const { down, startUs } = await runStream(link, { down: lane, up: idle, waitMs: 300 });
  const startMs = link.traceOffsetMs(startUs) ?? NaN;
  const counts = Array.from({ length: 10 * SECONDS }, () => 0);
  for (const us of down.arrivedUs) {
    const mark = Math.floor((startMs + us / 1_000 - fromMs) / 100);
    if (mark in counts) counts[mark] = (counts[mark] ?? 0) + 1;
  }
  // Python starts; and the last ones are those that were sent late.
  return counts.slice(5, -2);
}

describe.skipIf(whyNoRattan !== null)(`a link with a trace${skipped(whyNoRattan)}`, () => {
  test('rewound twice carries the same', { timeout: TIMEOUT_MS }, async () => {
    await using link = await rattanBackend.start(options(lte));
    expect(link.traceOffsetMs()).toBeNull();
    const [first, second] = [await replay(link, 20_000), await replay(link, 20_000)];
    const total = first.reduce((sum, n) => sum + n, 0);
    const differences = first.map((n, mark) => Math.abs(n - (second[mark] ?? 0)));
    expect(total).toBeGreaterThan(100 * SECONDS);
    expect(differences.reduce((sum, n) => sum + n, 0)).toBeLessThan(0.05 * total);
    // Another stretch is another capacity.
    const other = await replay(link, 60_000);
    const others = first.map((n, mark) => Math.abs(n - (other[mark] ?? 0)));
    expect(others.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0.2 * total);
  });

  test('passes the check twice', { timeout: TIMEOUT_MS }, async () => {
    await using link = await rattanBackend.start(options(lte));
    for (let times = 0; times < 2; times += 1) {
      const { problems, readings } = await checkLink(link, 7);
      expect(problems).toEqual([]);
      expect(readings[0]?.down.replay?.receivedBytes).toBeGreaterThan(1e6);
    }
  });

  test('with another trace than the profile fails it', { timeout: TIMEOUT_MS }, async () => {
    await using link = await mislabelled(lte, profileNamed('lte-verizon'));
    expect((await checkLink(link, 7)).problems.join()).toMatch(/down: bytes by the trace/);
  });

  test('without a trace cannot be rewound', { timeout: TIMEOUT_MS }, async () => {
    await using link = await rattanBackend.start(options(profileNamed('reference-4g')));
    expect(await link.rewind(0)).toBe(false);
    expect(link.traceOffsetMs()).toBeNull();
  });
});
