import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { whyNoCaptures } from '@holbench/harness/tools/capture-tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { profileNamed } from '@holbench/netem/profiles';
import type { Cell } from '@holbench/results/cell';
import { RUN_FILES } from '@holbench/results/run-files';
import type { Run } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { variant as variantOf } from '@holbench/variants/registry';
import { partsOf } from '@holbench/wait/parts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChild } from '../../fixtures/child-processes.ts';
import { runConfiguration } from '../../fixtures/run-configuration.ts';
import { configure, type Overrides } from '../configure.ts';

const tools = await findTools();
const choice = await chooseBackend(profileNamed('reference-4g'));
const noLink = choice.backend === null ? choice.why : null;
const missing = (tools.chromium === null ? 'no Chromium' : noLink) ?? (await whyNoCaptures());
const skipped = missing === null ? '' : ` (skipped: ${missing})`;
const noHttp3 = missing ?? whyUnsupported(variantOf('caddy-http3'), tools);
// The machine may be too busy with other tests for a link to be as it should.
const OPTIONS = { timeout: 120_000, retry: 1 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-ways-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A run of short cells, with many messages, over a link without losses. */
async function recordedRun(overrides: Overrides, keepCaptures = false): Promise<Run> {
  const link = { networks: ['reference-4g'], delay: '10ms', loss: '0', probeRate: 20 };
  const configuration = configure('smoke', { ...link, jobs: 2, ...overrides });
  const making = { tcp: configuration.factors, needsLink: false, choice, tools, keepCaptures };
  return runConfiguration(configuration, join(folder, 'run'), making);
}

/** Problems of the recorder itself, without those of single messages. */
function problemsOf({ ways }: Cell): string[] {
  return (ways?.problems ?? []).filter((problem) => !/\d+ of \d+ loads/.test(problem));
}

/** What is left of the recordings of a run's cells, by variant. */
async function leftOf({ folder: run, cells }: Run): Promise<Record<string, string[]>> {
  const left = cells.map(async ({ cell }) => {
    const logs = join(run, RUN_FILES.logs, cell.cell.replaceAll('/', '_'));
    const names = await readdir(join(logs, 'ways')).catch(() => []);
    return [cell.variant, names.filter((name) => !name.endsWith('.log')).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(left));
}

test.skipIf(noHttp3 !== null)(
  `cells side by side are recorded at both devices, and their captures kept where asked for${skipped}`,
  OPTIONS,
  async () => {
    const run = await recordedRun(
      { variants: ['node-ws', 'caddy-http3'], scenarios: ['download'] },
      true,
    );
    const cells = run.cells.map(({ cell }) => cell);
    for (const cell of cells) expect([...cell.reasons, ...problemsOf(cell)]).toEqual([]);
    for (const { variant, ways } of cells) {
      const { messages = 0, complete = 0 } = ways ?? {};
      expect(messages, variant).toBeGreaterThan(30);
      expect(complete / messages, variant).toBeGreaterThan(0.9);
      expect(ways?.capturedBytes, variant).toBeGreaterThan(4e6);
    }
    const captures = ['connection-0-client.pcapng', 'connection-0-server.pcapng'];
    // Packets of QUIC do not wait in a socket.
    expect(await leftOf(run)).toEqual({
      'caddy-http3': captures,
      'node-ws': [...captures, 'connection-0-sockets.txt'].toSorted(),
    });
    const [kept = ''] = await readdir(join(run.folder, RUN_FILES.logs)).then((names) =>
      names.filter((name) => name.includes('node-ws')),
    );
    const ways = join(run.folder, RUN_FILES.logs, kept, 'ways');
    const keys = await readFile(join(ways, 'keys.log'), 'utf8');
    expect(keys).toMatch(/^SERVER_TRAFFIC_SECRET_0 /m);
    const sockets = await readFile(join(ways, 'connection-0-sockets.txt'), 'utf8');
    expect(sockets).toMatch(/^\d+\.\d{6} \d+\.\d{6}$/m);
    expect(sockets).toMatch(/^ESTAB .*:8443 .*bytes_acked:\d+/m);
    // Programs of the recorder count as its own, not as other work of the machine.
    const groups = cells.flatMap(({ resources }) => resources?.processes ?? []);
    expect(groups.filter(({ group }) => group === 'recorder')).toHaveLength(2);
  },
);

test.skipIf(missing !== null)(
  `messages wait for lost packets where packets are lost${skipped}`,
  OPTIONS,
  async () => {
    // So many losses, and so long, that some messages are behind one: at 2 % and 2 s often none was.
    const losses = { loss: '6%', transferTime: 6 };
    const run = await recordedRun({ variants: ['node-ws'], scenarios: ['download'], ...losses });
    const { profile } = run.manifest.networks[0] ?? {};
    const loads = run.cells.flatMap(({ samples }) =>
      samples.filter(({ label }) => label === LABELS.probe('same', 'load')),
    );
    const parts = loads.flatMap((load) => (profile && partsOf(load, profile, 'download')) ?? []);
    expect(parts.length / loads.length).toBeGreaterThan(0.9);
    // A round trip of 20 ms and more, until a lost packet is sent again and has arrived.
    const lost = parts.filter(({ retransmission = 0 }) => retransmission > 10);
    expect(lost.length).toBeGreaterThan(0);
    // A path that was matched with the wrong message would end long before its answer.
    const sorted = parts.map(({ receiver = 0 }) => receiver).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(0.9 * sorted.length)]).toBeLessThan(30);
  },
);

test.skipIf(missing !== null)(
  `nothing is left of the recording of an upload: no file, no process${skipped}`,
  OPTIONS,
  async () => {
    const run = await recordedRun({ variants: ['node-http1'], scenarios: ['upload'] });
    const [result] = run.cells;
    expect(result?.cell.reasons).toEqual([]);
    expect(result && problemsOf(result.cell)).toEqual([]);
    expect(result?.cell.ways?.capturedBytes).toBeGreaterThan(4e6);
    expect(await leftOf(run)).toEqual({ 'node-http1': [] });
    for (const program of ['dumpcap', 'tshark', 'EPOCHREALTIME']) {
      expect(findChild(program), program).toBeUndefined();
    }
  },
);

test.skipIf(missing !== null)(
  `a cell counts without dumpcap, and says what to do${skipped}`,
  OPTIONS,
  async () => {
    vi.stubEnv('PATH', await pathWithout('dumpcap', join(folder, 'bin')));
    const run = await recordedRun({ variants: ['node-ws'], scenarios: ['download'] });
    const [result] = run.cells;
    expect(result?.cell).toMatchObject({ status: 'ok', valid: true, reasons: [] });
    expect(result?.cell.ways).toEqual({
      capturedBytes: 0,
      messages: expect.any(Number),
      complete: 0,
      problems: [
        'not recorded: dumpcap is missing, or not for this user to run; install tshark: ./setup.sh',
      ],
    });
  },
);

test.skipIf(missing !== null)(
  `a cell counts whose captures cannot begin${skipped}`,
  OPTIONS,
  async () => {
    const bin = join(folder, 'bin');
    const path = await pathWithout('dumpcap', bin);
    await symlink('/bin/false', join(bin, 'dumpcap'));
    vi.stubEnv('PATH', path);
    const run = await recordedRun({ variants: ['node-ws'], scenarios: ['download'] });
    const [result] = run.cells;
    expect(result?.cell).toMatchObject({ status: 'ok', valid: true, reasons: [] });
    const { problems = [] } = result?.cell.ways ?? {};
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(problem).toMatch(/^connection-0-(client|server): /);
    expect(findChild('EPOCHREALTIME')).toBeUndefined();
  },
);

/** A search path with all programs but one, in a new folder. */
async function pathWithout(program: string, bin: string): Promise<string> {
  await mkdir(bin);
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const from of folders) {
    const names = await readdir(from).catch(() => []);
    for (const name of names) {
      if (name === program) continue;
      // The first one of a name is found.
      await symlink(join(from, name), join(bin, name)).catch(() => {});
    }
  }
  return bin;
}
