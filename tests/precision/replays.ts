import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rattanBackend } from '../../scripts/netem/src/backends/rattan.ts';
import { floodFrom, replayedBytes } from '../../scripts/netem/src/certify/traced-link.ts';
import { profileNamed } from '../../scripts/netem/src/profiles.ts';
import { DEFAULT_TCP } from '../../scripts/netem/src/tcp-options.ts';
import { traceOf } from '../../scripts/netem/src/trace/read-trace.ts';

/**
 * Draws three replays of a recorded network over one another, and what its trace lets pass, as
 * `node tests/precision/replays.ts lte-verizon FILE.svg`: Mbit/s that arrive in each 100 ms of a flood. As root.
 */

const [name = 'lte-verizon', file = 'replays.svg'] = process.argv.slice(2);
const [REPLAYS, SECONDS] = [3, 20];
/** Of a plot, in px: both directions, one above the other. */
const [WIDTH, HEIGHT, LEFT, TOP] = [960, 180, 48, 34];
const COLOURS = ['#1b6ca8', '#c2410c', '#2f855a'];

const profile = profileNamed(name);
const trace = traceOf(profile);
if (trace === null) throw new Error(`${name} has no trace`);
const logFolder = await mkdtemp(join(tmpdir(), 'holbench-replays-'));
const replays: Record<'down' | 'up', ReturnType<typeof replayedBytes>['marks']>[] = [];
for (let replay = 0; replay < REPLAYS; replay += 1) {
  await using link = await rattanBackend.start({ profile, seed: 1, tcp: DEFAULT_TCP, logFolder });
  const seen = await floodFrom(link, { offsetMs: 0, seconds: SECONDS });
  replays.push({
    down: replayedBytes(link, trace, seen, 'down').marks,
    up: replayedBytes(link, trace, seen, 'up').marks,
  });
}
await rm(logFolder, { recursive: true });

const plots = (['down', 'up'] as const).map((way, index) => {
  const all = replays.map((replay) => ({
    received: rates(replay[way], 'received'),
    expected: rates(replay[way], 'expected'),
  }));
  const most = Math.max(...all.flatMap(({ received, expected }) => [...received, ...expected]));
  const line = (values: readonly number[], colour: string, width: number): string => {
    const points = values.map(
      (mbps, mark) =>
        `${(LEFT + (mark / values.length) * WIDTH).toFixed(1)},${(HEIGHT * (1 - mbps / most)).toFixed(1)}`,
    );
    return `<polyline fill="none" stroke="${colour}" stroke-width="${width}" points="${points.join(' ')}"/>`;
  };
  const between = all.flatMap(({ received }, one) =>
    all
      .slice(one + 1)
      .flatMap((other) =>
        received.map((mbps, mark) => Math.abs(mbps - (other.received[mark] ?? 0))),
      ),
  );
  console.log(
    `${way}: up to ${most.toFixed(1)} Mbit/s; two replays differ by ${mean(between).toFixed(2)} on average, ${Math.max(...between).toFixed(2)} at most`,
  );
  return [
    `<g transform="translate(0 ${TOP + index * (HEIGHT + TOP)})">`,
    `<text x="${LEFT}" y="-10">${name}, ${way}: Mbit/s in each 100 ms of a flood; grey: the trace; three replays</text>`,
    `<text x="${LEFT - 6}" y="10" text-anchor="end">${most.toFixed(0)}</text>`,
    `<text x="${LEFT - 6}" y="${HEIGHT}" text-anchor="end">0</text>`,
    ...all.slice(0, 1).map(({ expected }) => line(expected, '#bbbbbb', 5)),
    ...all.map(({ received }, replay) => line(received, COLOURS[replay] ?? 'black', 1)),
    `<text x="${LEFT + WIDTH}" y="${HEIGHT + 14}" text-anchor="end">${SECONDS} s</text>`,
    '</g>',
  ].join('\n');
});
const height = 2 * (HEIGHT + TOP) + 24;
await writeFile(
  file,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 12} ${height}" font-family="sans-serif" font-size="13" fill="#333333">\n<rect width="100%" height="100%" fill="white"/>\n${plots.join('\n')}\n</svg>\n`,
);

/** Mbit/s between successive marks of 100 ms. */
function rates(
  marks: readonly { readonly received: number; readonly expected: number }[],
  of: 'received' | 'expected',
): number[] {
  // The last mark may be shorter.
  return marks
    .slice(0, -1)
    .map((mark, n) => ((mark[of] - (marks[n - 1]?.[of] ?? 0)) * 8) / 100_000);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
