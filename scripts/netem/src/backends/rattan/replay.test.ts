import { expect, it } from 'vitest';
import { profileNamed } from '../../profiles.ts';
import { traceOf } from '../../trace/read-trace.ts';
import type { Trace } from '../../trace/trace.ts';
import { replayOf } from './replay.ts';

const TRACE: Trace = {
  file: 'a.csv',
  sha256: '',
  stepMs: 20,
  packets: { down: [2, 0, 1], up: [1, 1, 1] },
};

function replay(...rates: string[]): object {
  const once = { TraceBwConfig: { pattern: [['20ms', rates]] } };
  return { RepeatedBwPatternConfig: { pattern: [once], count: 0 } };
}

it('begins at a step of the trace, goes round its end, and has no rate of 0', () => {
  expect(replayOf(TRACE, 'down', 0)).toEqual(replay('1200000bps', '1000bps', '600000bps'));
  expect(replayOf(TRACE, 'down', 45)).toEqual(replay('600000bps', '1200000bps', '1000bps'));
  expect(replayOf(TRACE, 'down', 6_020)).toEqual(replay('1000bps', '600000bps', '1200000bps'));
});

it('finds the trace of a profile that was stored, or says what is missing', () => {
  const profile = profileNamed('lte-verizon');
  expect(traceOf(profile)?.packets.down).toHaveLength(7_000);
  expect(traceOf(profileNamed('ideal'))).toBeNull();
  const { down } = profile;
  const trace = down.trace && { ...down.trace, file: 'my.csv', sha256: '0'.repeat(64) };
  const lost = { ...profile, down: { ...down, ...(trace && { trace }) } };
  expect(() => traceOf(lost)).toThrow(/its trace my.csv \(sha256 0{64}\) is not there; name its/);
});
