import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findOnPath } from '@holbench/process/find-on-path';
import { LinkCertificate } from '@holbench/results/link-certificate';
import * as v from 'valibot';
import { afterAll, describe, expect, it, test } from 'vitest';
import { noneBackend } from './backends/none.ts';
import { NETWORKS } from './profiles.ts';

const MAIN = new URL('main.ts', import.meta.url).pathname;

/** The real program, as `pnpm netem` starts it. */
function start(args: readonly string[], wrapper: readonly string[] = []) {
  const [command = '', ...rest] = [...wrapper, process.execPath, MAIN, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([, stdout, stderr]) => ({ code: child.exitCode, stdout, stderr }),
  );
  return { child, ended };
}

function netem(...args: string[]) {
  return start(args).ended;
}

describe('bad input ends with 1 and one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holbench-netem-'));
  const badFile = join(folder, 'bad.json');
  writeFileSync(badFile, '{"id": "bad", "down": "fast"}');
  const tracedFile = join(folder, 'traced.json');
  writeFileSync(tracedFile, '{"id": "traced", "trace": "unsorted.pps"}');
  writeFileSync(join(folder, 'unsorted.pps'), '5\n3\n');
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (...options: string[]): string[] => ['run', ...options, '--', 'true'];

  it.each([
    [run('--network', '5g'), /known: lte, lte-short-queue, broadband, slow-4g, reference-4g/],
    [run('--network', 'reference-4g', '--loss', '0.5'), /write 0\.5% .* or 50%/],
    [run('--network', 'reference-4g', '--loss', '-1%'), /from 0% to 100%/],
    [run('--network', 'reference-4g', '--delay', '61s'), /--delay: .* from 0ms to 5s/],
    [run('--network', 'reference-4g', '--down', '20mbps'), /write a rate in bits: 20mbit/],
    [run('--network', 'reference-4g', '--burst', '2', '--loss', '0%'), /need a loss above 0%/],
    [run('--network', 'reference-4g', '--queue', '1000B'), /one full packet, 1500B/],
    [run('--network', 'ideal', '--queue', '1bdp'), /needs a rate/],
    [run('--network', badFile), /bad\.json: down: '.*' is not a rate/],
    [run('--network', join(folder, 'none.json')), /none\.json/],
    [run('--network', tracedFile), /unsorted\.pps:2: 3 ms after 5 ms is not monotonic; sort/],
    [run('--network', 'lte-tmobile', '--down', '1mbit'), /both a rate and a trace; leave out/],
    [
      run('--network', 'reference-4g', '--tcp-cc', 'bbr9'),
      /is not a congestion control of this machine; use .*cubic/,
    ],
    [run('--network', 'reference-4g', '--notsent-lowat', '16x'), /use 1MiB, 1048576 or default/],
    [run('--network', 'reference-4g', '--backend', 'ns3'), /choices are none, /],
    [run('--network', 'reference-4g', '--side', 'middle'), /choices are client, server/],
    [run('--network', 'reference-4g', '--seed', '-1'), /whole number from 0/],
    [run(), /--network <name>' not specified/],
    [['run', '--network', 'reference-4g'], /missing required argument 'command'/],
    [['run', '--network', 'reference-4g', '--', 'no-such-program'], /no such program on PATH/],
    [['certify', '--network', 'reference-4g', '--repeat', '0'], /whole number from 1 to 1000/],
    [['certify', '--network', 'ideal', '--backend', 'rattan', '--jitter', '1ms'], /jitter/],
    [['clean', 'everything'], /too many arguments/],
    [['remove'], /unknown command 'remove'/],
  ])('%j', async (args, line) => {
    const { code, stdout, stderr } = await netem(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    // Where an option is wrong by itself, the lab's programs add where to look.
    const lines = stderr.replace('(--help lists the options)\n', '').trimEnd().split('\n');
    expect(lines).toEqual([expect.stringMatching(line)]);
  });
});

test('profiles lists every network in a line, and its source in the next', async () => {
  const { code, stdout } = await netem('profiles');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  const every = lines.filter((_, index) => index % 2 === 0).map((line) => line.split(' ')[0]);
  expect(every).toEqual(NETWORKS.map(({ id }) => id));
  const sources = lines.filter((_, index) => index % 2 === 1).map((line) => line.trim());
  expect(sources).toEqual(NETWORKS.map(({ source }) => source));
  expect(sources[0]).toMatch(/Huang et al., MobiSys 2012.* our choice/);
  const json: unknown[] = JSON.parse((await netem('profiles', '--json')).stdout);
  expect(json).toContainEqual(
    expect.objectContaining({
      profile: expect.objectContaining({
        id: 'lte-tmobile',
        down: expect.objectContaining({
          rateKbps: null,
          trace: expect.objectContaining({ stepMs: 20 }),
        }),
      }),
    }),
  );
});

const noNamespaces = await noneBackend.whyUnavailable();
const noIperf = (await findOnPath(['iperf3'])) === null ? 'iperf3 is not installed' : null;
const why = (reason: string | null): string => (reason === null ? '' : ` (skipped: ${reason})`);

const CertificateLine = v.strictObject({
  backend: v.strictObject({ id: v.string(), version: v.string(), why: v.string() }),
  certificate: LinkCertificate,
});

const Bytes = v.object({ bytes: v.number() });
const IperfResult = v.object({ end: v.object({ sum_sent: Bytes, sum_received: Bytes }) });

/** In a network of its own, where the machine's lock is another that no other program holds. */
const APART = ['unshare', '--net'];

describe.skipIf(noNamespaces !== null)(`certify${why(noNamespaces)}`, () => {
  it('prints each certificate as a line of JSON, with what made the network', async () => {
    const options = ['--network', 'ideal', '--json', '--repeat', '2', '--seed', '7'];
    const { code, stdout, stderr } = await start(['certify', ...options], APART).ended;
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    const parsed = lines.map((line) => v.parse(CertificateLine, JSON.parse(line)));
    expect(parsed.map(({ certificate }) => certificate.seed)).toEqual([7, 8]);
    expect(parsed[0]?.backend).toMatchObject({ id: 'none', why: expect.any(String) });
    const outside = parsed.some(({ certificate }) => certificate.problems.length > 0);
    expect(code).toBe(outside ? 1 : 0);
  });
});

describe.skipIf(noNamespaces !== null)(`run${why(noNamespaces)}`, () => {
  const ideal = (...args: string[]) => start(['run', '--network', 'ideal', ...args], APART);

  /** A link's namespaces are named after the process that made it. */
  function leftBy(pid: number | undefined): string[] {
    return readdirSync('/run/netns').filter((name) => name.startsWith(`hb-${pid}-`));
  }

  it.each([
    ['client', '10.77.0.1'],
    ['server', '10.77.0.2'],
  ])('puts the command on the side of the %s, which is %s', async (side, address) => {
    const script = 'echo $HOLBENCH_CLIENT $HOLBENCH_SERVER; ip -4 -o address show dev hb0';
    const { code, stdout } = await ideal('--side', side, '--', 'sh', '-c', script).ended;
    const [addresses, device] = stdout.trimEnd().split('\n');
    expect([code, addresses]).toEqual([0, '10.77.0.1 10.77.0.2']);
    expect(device).toContain(` ${address}/32 `);
  });

  it.each([
    ['exit 7', 7],
    ['kill -9 $$', 137],
    ['kill -TERM $$', 143],
  ])('passes on how "%s" ends, and leaves nothing', async (script, exitCode) => {
    const { child, ended } = ideal('--', 'sh', '-c', script);
    expect((await ended).code).toBe(exitCode);
    expect(leftBy(child.pid)).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('lets the command end first by %s, then removes everything', async (signal, code) => {
    const name = signal.slice(3);
    const script = `trap 'echo bye; exit 0' ${name}; echo ready; while :; do sleep 0.05; done`;
    const { child, ended } = ideal('--', 'sh', '-c', script);
    child.stdout.once('data', () => child.kill(signal));
    expect(await ended).toMatchObject({ code, stdout: 'ready\nbye\n' });
    expect(leftBy(child.pid)).toEqual([]);
  });

  it('leaves to `clean` only what a SIGKILL leaves behind', async () => {
    const { child, ended } = ideal('--', 'sh', '-c', 'echo ready; exec sleep 60');
    child.stdout.once('data', () => child.kill('SIGKILL'));
    // The command holds our pipes, hence this ends when the command has ended, too.
    await once(child, 'exit');
    expect(await netem('clean')).toMatchObject({ code: 0, stderr: '' });
    await ended;
    expect(leftBy(child.pid)).toEqual([]);
  });

  it('starts the command when the peer listens, and ends the peer with it', async () => {
    const serve = `require("net").createServer((s) => s.end(process.env.HOLBENCH_CLIENT)).listen(80)`;
    const ask = `require("net").connect(80, "server.holbench").pipe(process.stdout)`;
    const peer = `sleep 0.3; ${process.execPath} -e '${serve}'`;
    const { code, stdout } = await ideal('--peer', peer, '--', process.execPath, '-e', ask).ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '10.77.0.1' });
  });

  it('says why the peer did not come up', async () => {
    const { code, stderr } = await ideal('--peer', 'echo no room >&2; exit 3', '--', 'true').ended;
    expect(code).toBe(1);
    expect(stderr).toContain('the peer exited before becoming ready (exit code 3): no room');
  });

  it.skipIf(noIperf !== null)(`carries iperf3 both ways${why(noIperf)}`, async () => {
    const iperf = ['iperf3', '--client', 'server.holbench', '--bytes', '1M', '--json'];
    for (const direction of [[], ['--reverse']]) {
      const { code, stdout } = await ideal('--peer', 'iperf3 -s', '--', ...iperf, ...direction)
        .ended;
      expect(code).toBe(0);
      const { end } = v.parse(IperfResult, JSON.parse(stdout));
      expect(end.sum_sent.bytes).toBeGreaterThanOrEqual(1024 ** 2);
      // It stops to count when everything is sent, not when all has arrived.
      expect(end.sum_received.bytes).toBeGreaterThan(0);
    }
  });
});
