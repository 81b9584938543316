import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProfileFile } from '../profile-file.ts';
import { profileNamed } from '../profiles.ts';
import { profileOf } from '../profile-settings.ts';
import { formatTrace, readTrace } from './read-trace.ts';
import { summaryOf } from './trace.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-trace-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const HEADER = 'start_ms,down_packets,up_packets\n';
const CSV = `${HEADER}0,3,0\n20,0,1\n40,1,2\n`;
const COUNTS = { down: [3, 0, 1], up: [0, 1, 2] };

describe('readTrace', () => {
  it('reads our CSV', async () => {
    const trace = readTrace(await file('a.csv', CSV));
    expect(trace).toMatchObject({ file: 'a.csv', stepMs: 20, packets: COUNTS });
    expect(formatTrace(trace)).toBe(CSV);
  });

  it('reads Mahimahi’s two files as the same capacity', async () => {
    const down = await file('a.down', '0\n7\n19\n60\n');
    const up = await file('a.up', '20\n40\n41\n');
    const trace = readTrace({ down, up });
    expect(trace).toMatchObject({ file: 'a.down+a.up', stepMs: 20, packets: COUNTS });
    expect(trace.sha256).toBe(readTrace(await file('a.csv', CSV)).sha256);
  });

  it('takes one file of Mahimahi for both directions', async () => {
    const { packets } = readTrace(await file('a.pps', '1\n1\n40\n'));
    expect(packets).toEqual({ down: [2, 1], up: [2, 1] });
  });

  it('repeats a short file after its last time, as Mahimahi does', async () => {
    // A packet each ms: 12 Mbit/s.
    const one = readTrace(await file('one.pps', '1\n'));
    expect(summaryOf(one, 'down')).toMatchObject({ lengthMs: 40, meanKbps: 12_000 });
    // Two packets in 30 ms: 0.8 Mbit/s.
    const two = readTrace(await file('two.pps', '10\n30\n'));
    expect(summaryOf(two, 'down')).toMatchObject({ lengthMs: 60, meanKbps: 800 });
  });

  it('sums up a direction', async () => {
    const trace = readTrace(await file('a.csv', CSV));
    expect(summaryOf(trace, 'down')).toMatchObject({
      lengthMs: 60,
      meanKbps: 800,
      leastKbps: 0,
      mostKbps: 1_800,
      longestGapMs: 20,
    });
    // The gap at its end and that at its start are one, because it repeats.
    const gaps = readTrace(await file('b.csv', `${HEADER}0,0,1\n20,1,1\n40,0,1\n`));
    expect(summaryOf(gaps, 'down').longestGapMs).toBe(40);
  });

  it.each([
    ['is empty', '', /: the trace is empty; a trace is our CSV/],
    ['has a header alone', HEADER, /: the trace is empty; /],
    ['is not monotonic (Mahimahi)', '5\n9\n7\n', /:3: 7 ms after 9 ms is not monotonic; sort/],
    ['is not monotonic (CSV)', `${HEADER}0,1,1\n20,1,1\n10,1,1\n`, /:4: start_ms 10 is not monot/],
    ['has no step', `${HEADER}0,1,1\n0,1,1\n`, /start_ms 0 is not monotonic in equal steps/],
    ['has other cells', `${HEADER}0,1\n20,1\n`, /:2: "0,1" is not three whole numbers; a trace is/],
    ['has negative counts', `${HEADER}0,-1,1\n20,1,1\n`, /:2: "0,-1,1" is not three whole numbers/],
    ['has other lines', '1\ntwo\n', /:2: "two" is not a time in ms; a trace is/],
    ['is all zero', `${HEADER}0,1,0\n20,1,0\n`, /lets no packet pass up; give one that does/],
    ['is longer than a day (Mahimahi)', '1\n86400001\n', /is longer than a day; cut it/],
    [
      'is longer than a day (CSV)',
      `${HEADER}0,1,1\n43200001,1,1\n`,
      /is longer than a day; cut it/,
    ],
    ['is too fast', `${HEADER}0,900000,1\n20,0,1\n`, /no backend holds its rate down \(mean 2/],
    ['is too slow', `${HEADER}0,1,1\n20000,0,1\n`, /no backend holds its rate down \(mean 0.3/],
  ])('refuses one that %s, in one line', async (what, text, message) => {
    const path = await file(`${what}.txt`, text);
    expect(() => readTrace(path)).toThrow(message);
    expect(() => readTrace(path)).toThrow(/^[^\n]*$/);
  });

  it('refuses a file that is not there', () => {
    expect(() => readTrace(join(folder, 'none.csv'))).toThrow(/cannot be read: .*; check its path/);
  });
});

describe('a network with a trace', () => {
  it('is a profile file whose trace lies beside it', async () => {
    await file('a.csv', CSV);
    const path = await file('my.json', '{"id": "my-lte", "trace": "a.csv", "delay": "50ms"}');
    const { id, settings } = readProfileFile(path);
    expect(profileOf(id, settings).up).toMatchObject({
      rateKbps: null,
      trace: { file: 'a.csv', meanKbps: 600, lengthMs: 60 },
      // One bandwidth-delay product of the mean.
      queue: { kind: 'droptail', limitBytes: 7_500 },
    });
  });

  it('has no rate beside it, in the file or by a flag', async () => {
    await file('a.csv', CSV);
    const path = await file('my.json', '{"id": "my-lte", "trace": "a.csv", "down": "1mbit"}');
    const { id, settings } = readProfileFile(path);
    const message = 'my-lte: it has both a rate and a trace; leave out down and up, or the trace';
    expect(() => profileOf(id, settings)).toThrow(message);
  });

  it('names the setting that is neither a file nor two', async () => {
    const path = await file('my.json', '{"id": "my-lte", "trace": {"down": "a"}}');
    expect(() => readProfileFile(path)).toThrow(/trace.*expected a file such as "my.csv"/);
  });

  it('keeps the file’s hash where the file is our CSV', () => {
    // sha256sum scripts/netem/traces/lte-tmobile.csv
    expect(profileNamed('lte-tmobile').down.trace?.sha256).toBe(
      '6d90117a8c632d3060e7a14f9935e2cf85b49c1310a7c0a4482ccfa6d5320d2c',
    );
  });
});
