import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Connection } from '@holbench/results/connection';
import { readRun } from '@holbench/results/run-reader';
import type { Sample } from '@holbench/results/sample';
import type { MessagePath } from '@holbench/results/message-path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuditRun, cleanRun, FRESH, writeAuditRun } from '../fixtures/audit-run.ts';
import { exports } from '../src/export/exports.ts';
import { Relation } from '../src/figures/relation.ts';
import { mergeRuns } from '../src/runs/merge-runs.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/run');
const PUBLISHED = '2026-11-28-default';

let folder: string;
let clean: AuditRun;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-audit-'));
  clean = await cleanRun();
});
afterAll(() => rm(folder, { recursive: true }));

/** What `pnpm audit-run` prints and how it ends. */
function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const script = join(import.meta.dirname, 'main.py');
  return new Promise((resolve) => {
    execFile('python3', ['-B', script, ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Its findings, by line. */
async function audit(...paths: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(...paths);
  const found = stdout.trimEnd().split('\n').slice(0, -1);
  expect({ code, stderr }).toEqual({ code: found.length === 0 ? 0 : 1, stderr: '' });
  return found;
}

/** The line in which it says why nothing was audited. */
async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({
    code: 2,
    stdout: '',
    lines: 2,
  });
  return stderr;
}

/** @returns its folder. */
async function written(run: AuditRun, name: string): Promise<string> {
  const own = join(folder, name);
  await mkdir(own);
  await writeAuditRun(run, own);
  return own;
}

async function auditOf(run: AuditRun, name: string): Promise<string[]> {
  return audit(await written(run, name));
}

function rulesOf(findings: readonly string[]): string[] {
  return [...new Set(findings.map((line) => line.slice(0, line.indexOf(':'))))];
}

test('what is no run folder is refused in a line', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  expect(await refusal(empty)).toMatch(
    /^pnpm audit-run: not a run folder .*; name the folder that/,
  );
  await writeFile(join(empty, 'manifest.json'), '{}');
  expect(await refusal(empty)).toContain('manifest.json is not that of a run; name the folder of');
  expect(await refusal('no-such-run')).toContain('no run of that name in reports/runs or');
  expect(await refusal('')).toContain('an empty name: no such folder');
  expect(await refusal()).toContain('the following arguments are required: RUN (--help says');
  expect(await refusal('--jso', PUBLISHED)).toContain('unrecognized arguments: --jso');
  expect(await refusal(PUBLISHED, folder)).toContain('figures.csv');
});

test('a run of which nothing counts is refused, and so is a damaged one', async () => {
  const nothing = structuredClone(clean);
  for (const cell of nothing.cells) cell.valid = false;
  expect(await refusal(await written(nothing, 'nothing'))).toContain('no cell counts');
  const damaged = await written(clean, 'damaged');
  await writeFile(join(damaged, 'samples.ndjson'), '{}\n');
  expect(await refusal(damaged)).toContain("KeyError: 'cell'; pnpm report names the place");
});

test('--json has the same findings in one line', async () => {
  const { code, stdout } = await run(PUBLISHED, '--json');
  const lines = await audit(PUBLISHED);
  const { findings, ...counts } = JSON.parse(stdout);
  expect({ code, counts }).toEqual({ code: 1, counts: { cells: 96, rules: 20 } });
  expect(findings).toHaveLength(lines.length);
  expect(findings[0]).toMatchObject({ rule: 'late', where: 'reference-4g download-text' });
  expect(findings[0].cells[0]).toEqual({ variant: expect.any(String), round: 0 });
  expect(`${lines[0]}`).toContain(findings[0].text);
});

test('names in a run cannot steer a terminal', async () => {
  const steering = structuredClone(clean);
  for (const { cell, protocol } of steering.cells) {
    if (cell === SHAPED) protocol.server = { 'websocket\u001B[2J': 1 };
  }
  expect(await auditOf(steering, 'steering')).toEqual([
    expect.stringContaining('the server counted websocket [2J'),
  ]);
});

test('a pipe, which nobody may ever write to, is refused, and so are lines that are there twice', async () => {
  const own = await written(clean, 'pipe');
  const path = join(own, 'samples.ndjson');
  const shell = promisify(execFile);
  await shell('gzip', ['--keep', path]);
  expect(await refusal(own)).toContain('samples.ndjson.gz are both there: remove one of');
  for (const name of ['samples.ndjson', 'manifest.json']) {
    await rm(join(own, name));
    await rm(`${path}.gz`, { force: true });
    await shell('mkfifo', [join(own, name)]);
    expect(await refusal(own)).toContain(`${name} is not a regular file`);
  }
});

test('a run that keeps the rules has no findings, and is a run', async () => {
  expect(await auditOf(clean, 'clean')).toEqual([]);
  const { cells } = await readRun(join(folder, 'clean'));
  expect(cells.filter(({ cell }) => cell.valid)).toHaveLength(clean.cells.length);
});

/** Changes a copy of the clean run so that it breaks one rule. */
type Break = (run: AuditRun) => void;

const SHAPED = `${FRESH}/node-ws/download-text/0`;

function samples(run: AuditRun, of: string, change: (sample: Sample) => void): void {
  const found = run.samples.filter(({ cell, label }) => `${cell} ${label}`.includes(of));
  expect(found).not.toEqual([]);
  for (const sample of found) change(sample);
}

/** Changes one connection of each server over the lossy network, or of one. */
function connections(
  run: AuditRun,
  change: (line: Connection) => void,
  { at = 1, server = '' } = {},
): void {
  const found = run.connections.filter(
    ({ connection, cell }) => connection === at && cell.startsWith(`${FRESH}/${server}`),
  );
  expect(found).not.toEqual([]);
  for (const line of found) change(line);
}

/** One more line of each server, as its first one but without samples. */
function openAnother(run: AuditRun, changes: Partial<Connection>): void {
  const first = run.connections.filter(({ connection }) => connection === 0);
  for (const line of structuredClone(first)) {
    line.transfer.linkSeed = 10;
    run.connections.push({ ...line, connection: 3, samples: 0, ...changes });
  }
  countLines(run);
}

/** As the bench would have counted samples and connections. */
function countLines({ cells, samples: all, connections: lines }: AuditRun): void {
  for (const each of cells) {
    each.samples = all.filter(({ cell }) => cell === each.cell).length;
    each.connections = lines.filter(({ cell }) => cell === each.cell).length;
  }
}

/** As with an emulator that cannot begin losses with a transfer, nor say what its seed makes. */
function unstratified(run: AuditRun): void {
  for (const line of run.connections) {
    line.firstLoss = null;
    const { down, up } = line.transfer.link ?? {};
    for (const count of [down, up]) delete count?.plannedLosses;
    delete down?.fullPackets;
  }
}

/** Changes the way of one load. */
function ways(run: AuditRun, change: (way: MessagePath) => void): void {
  samples(run, `${SHAPED} fresh-same-load`, ({ index, way }) => {
    if (index === 8 && way) change(way);
  });
}

/** As the bench would have counted them. */
function countWays({ cells, samples: all }: AuditRun): void {
  for (const { cell, ways: of } of cells) {
    const answered = ({ outcome, way }: Sample) => outcome.status === 'ok' && way !== undefined;
    const own = all.filter((sample) => sample.cell === cell && answered(sample));
    if (of) of.messages = of.complete = own.length;
  }
}

function scale(run: AuditRun, of: string, by: number, add = 0): void {
  samples(run, of, ({ outcome }) => {
    if (outcome.status === 'ok') outcome.durationMs = outcome.durationMs * by + add;
  });
}

function longerBeacons(run: AuditRun, at: number): void {
  connections(
    run,
    ({ transfer: { beacons } }) => {
      if (beacons?.down.waitMs) beacons.down.waitMs.p50 += 9;
    },
    { at, server: 'node-ws' },
  );
}

/** Leaves out cells and samples. */
function without(run: AuditRun, is: (each: { cell: string; index?: number }) => boolean): void {
  run.cells.splice(0, Infinity, ...run.cells.filter((each) => !is({ cell: each.cell })));
  run.samples.splice(0, Infinity, ...run.samples.filter((each) => !is(each)));
  countLines(run);
}

const BREAKS: readonly (readonly [rule: string, how: string, change: Break])[] = [
  [
    'same-seed',
    'two rounds of one seed',
    (run) => {
      for (const cell of run.cells) cell.seed = 100 + Math.max(cell.round, 1);
    },
  ],
  [
    'few-rounds',
    'five rounds',
    (run) => without(run, ({ cell }) => cell === 'reference-4g/node-ws/1a-text/5'),
  ],
  [
    'impossible',
    'answers after 20 ms over a round trip of 100 ms',
    (run) => scale(run, `${SHAPED} fresh-same-event`, 0, 20),
  ],
  [
    'two-modes',
    'a clock that is 3.6 ms late for some',
    (run) =>
      samples(run, 'ideal/node-ws/download-text/0 fresh-alone-load', ({ index, outcome }) => {
        if (index % 3 === 0 && outcome.status === 'ok') outcome.durationMs += 3.6;
      }),
  ],
  ['faster-batch', 'slow batches of ten', (run) => scale(run, 'batch-10', 10)],
  [
    'batch-order',
    'batches that grow',
    (run) =>
      samples(run, 'batch-', (sample) => {
        sample.intendedAtMs = 1_000 * Number(sample.label.slice('batch-'.length));
      }),
  ],
  [
    'link-losses',
    'batches whose uploads lost 5.3 %',
    ({ cells }) => {
      const wire = cells.find(({ cell }) => cell === 'reference-4g/node-ws/1a-text/4')?.resources
        ?.wire;
      if (wire) wire.up = { ...wire.up, receivedPackets: 947 };
    },
  ],
  [
    'unproven',
    'a server that did not see the protocol',
    ({ cells }) => {
      for (const cell of cells) cell.protocol.server = { 'HTTP/1.1': 64 };
    },
  ],
  [
    'unproven',
    'a WebSocket over another version of HTTP',
    ({ cells }) => {
      for (const cell of cells) {
        cell.protocol.server = { websocket: 4, 'websocket over HTTP/2.0': 1, 'HTTP/1.1': 64 };
      }
    },
  ],
  [
    'way-order',
    'an answer that was sent before it was there',
    (run) =>
      ways(run, ({ answer }) => {
        if (answer?.accepted) answer.accepted.fromMs -= 2;
      }),
  ],
  [
    'way-order',
    'a message in the order of its connection before that of its stream',
    (run) =>
      ways(run, ({ answer }) => {
        if (answer) answer.inConnectionOrderMs -= 2;
      }),
  ],
  [
    'way-speed',
    'a request that took 40 ms over a delay of 50 ms',
    (run) =>
      ways(run, ({ request }) => {
        if (request) request.sentMs = request.resentMs = request.arrivedMs - 40;
      }),
  ],
  [
    'way-alone',
    'messages alone that wait 5 ms more at the receiver',
    (run) => scale(run, `${SHAPED} fresh-alone-load`, 1, 5),
  ],
  [
    'way-queue',
    'beacons that wait in another queue than the messages',
    (run) => [0, 1, 2].forEach((at) => longerBeacons(run, at)),
  ],
  [
    'way-loss',
    'a message that waits for a packet where none was lost',
    (run) => {
      unstratified(run);
      connections(
        run,
        ({ transfer: { link } }) => {
          // So few that none may well be lost.
          if (link) link.down = { ...NO_LOSSES, sentPackets: 400, receivedPackets: 400 };
        },
        { server: 'node-ws' },
      );
      ways(run, ({ answer }) => {
        if (answer) answer.arrivedMs -= 2;
      });
    },
  ],
  [
    'way-count',
    'ways that nobody recorded',
    ({ cells }) => {
      for (const cell of cells) cell.ways = null;
    },
  ],
  [
    'way-count',
    'more complete ways than messages',
    ({ cells }) => {
      for (const { ways: of } of cells) if (of) of.complete += 1;
    },
  ],
  [
    'way-count',
    'more ways than messages',
    ({ cells }) => {
      for (const { ways: of } of cells) if (of) of.messages = of.complete = 1;
    },
  ],
];

const NO_LOSSES = { randomLosses: 0, queueDrops: 0 };

const OF_CONNECTIONS: readonly (readonly [rule: string, how: string, change: Break])[] = [
  [
    'link-losses',
    'a loss more than both sequences have',
    (run) =>
      connections(run, ({ transfer: { link } }) => {
        if (!link) return;
        link.down.randomLosses = link.down.plannedLosses = (link.down.plannedLosses ?? 0) + 1;
        link.down.receivedPackets -= 1;
      }),
  ],
  [
    'link-losses',
    'packets that nobody lost',
    (run) =>
      connections(run, ({ transfer: { link } }) => {
        if (link) link.down.receivedPackets -= 1;
      }),
  ],
  [
    'link-losses',
    'packets that an empty queue dropped',
    (run) =>
      connections(
        run,
        ({ transfer: { link, beacons } }) => {
          if (!link || !beacons) return;
          link.up.queueDrops = 2;
          link.up.receivedPackets -= 2;
          beacons.up.fullestMs = 62;
        },
        { server: 'node-ws' },
      ),
  ],
  [
    'link-losses',
    'full-size packets that drew from another sequence',
    (run) =>
      connections(run, ({ transfer: { link } }) => {
        if (link) link.down.fullPackets = 400;
      }),
  ],
  [
    'link-losses',
    'losses that did not begin with the transfer',
    (run) =>
      connections(run, ({ transfer: { link } }) => {
        delete link?.down.fullPackets;
      }),
  ],
  [
    'link-losses',
    'more full-size packets than packets',
    (run) =>
      connections(run, ({ transfer: { link } }) => {
        if (link) link.down.fullPackets = link.down.sentPackets + 1;
      }),
  ],
  [
    'link-losses',
    'twice the configured losses of a connection, with an emulator that cannot say what its seed makes',
    (run) => {
      unstratified(run);
      connections(run, ({ transfer: { link } }) => {
        if (!link) return;
        link.down.receivedPackets -= 40;
        link.down.randomLosses = (link.down.randomLosses ?? 0) + 40;
      });
    },
  ],
  [
    'negative-losses',
    'a connection with more packets than were sent',
    (run) =>
      connections(run, ({ transfer: { link } }) => {
        if (link) link.up.receivedPackets = link.up.sentPackets + 1;
      }),
  ],
  [
    'loss-seed',
    'two connections with one sequence',
    (run) => {
      unstratified(run);
      for (const at of [0, 1]) connections(run, ({ transfer }) => (transfer.linkSeed = 9), { at });
    },
  ],
  [
    'same-seed',
    'two connections with one seed',
    (run) => {
      unstratified(run);
      for (const at of [0, 1]) connections(run, (line) => (line.seed = 9), { at });
    },
  ],
  [
    'strata',
    'a stratum twice and another one never',
    (run) => {
      unstratified(run);
      for (const at of [0, 1, 2]) {
        connections(run, (line) => drawn(line, at % 2, 3, (at % 2) / 3 + 0.1), { at });
      }
    },
  ],
  [
    'strata',
    'a quantile outside its stratum',
    (run) => {
      unstratified(run);
      for (const at of [0, 1, 2]) connections(run, (line) => drawn(line, at, 3, 0.1), { at });
    },
  ],
  [
    'strata',
    'a connection without a stratum',
    (run) =>
      connections(run, (line) => {
        line.firstLoss = null;
        delete line.transfer.link?.down.fullPackets;
        delete line.transfer.link?.down.plannedLosses;
      }),
  ],
  [
    'strata',
    'servers of a round with other draws',
    (run) => {
      unstratified(run);
      connections(run, (line) => (line.seed += 1), { server: 'node-ws' });
    },
  ],
  ['left-out', 'a connection without a reason', (run) => openAnother(run, { valid: false })],
  [
    'left-out',
    'a draw that was not measured again',
    (run) => openAnother(run, { valid: false, reasons: ['made up'], seed: 9 }),
  ],
  [
    'left-out',
    'a connection that counts in spite of its reason',
    (run) => connections(run, (line) => (line.reasons = ['made up'])),
  ],
  [
    'left-out',
    'more connections than were asked for',
    (run) => {
      unstratified(run);
      openAnother(run, { seed: 9 });
    },
  ],
  [
    'few-rounds',
    'two connections, of as many',
    (run) => {
      unstratified(run);
      run.asked = 2;
      const is = (each: Connection | Sample) => each.connection !== 2;
      run.connections.splice(0, Infinity, ...run.connections.filter(is));
      run.samples.splice(0, Infinity, ...run.samples.filter(is));
      countLines(run);
      countWays(run);
    },
  ],
  [
    'late',
    'messages of connections 2 ms late',
    (run) =>
      samples(run, 'fresh-alone', (sample) => {
        sample.sentAtMs = sample.intendedAtMs + 2;
      }),
  ],
  [
    'late',
    'messages beside a transfer elsewhere 26 ms late',
    (run) =>
      samples(run, `${SHAPED} fresh-same-event`, (sample) => {
        sample.label = 'fresh-other-event';
        sample.sentAtMs = sample.intendedAtMs + 26;
      }),
  ],
  [
    'outside-window',
    'a message of a connection after its window',
    (run) =>
      samples(run, `${SHAPED} fresh-same-load`, (sample) => {
        if (sample.index === 8) sample.intendedAtMs += 20_000;
      }),
  ],
  [
    'outside-window',
    'a message alone after the transfer began',
    (run) =>
      samples(run, `${SHAPED} fresh-alone-load`, (sample) => {
        if (sample.index === 8) sample.intendedAtMs += 6_000;
      }),
  ],
  [
    'outside-window',
    'a transfer that began before its window',
    (run) => connections(run, ({ transfer: { bulk } }) => bulk && (bulk.beganAtMs -= 500)),
  ],
  [
    'short-window',
    'a connection whose window is 1 ms too short',
    (run) => connections(run, ({ transfer: { window } }) => window && (window.toMs -= 1)),
  ],
  [
    'unproven',
    'a message of a connection over another protocol',
    (run) =>
      samples(run, `${SHAPED} fresh-same-load`, ({ index, outcome }) => {
        if (index === 8 && outcome.status === 'ok') outcome.protocol = 'h2';
      }),
  ],
];

function drawn(line: Connection, stratum: number, of: number, quantile: number): void {
  line.firstLoss = { stratum, of, quantile };
  const { down, up } = line.transfer.link ?? {};
  // Without full-size packets after the arming.
  if (down) down.fullPackets = 0;
  for (const count of [down, up]) delete count?.plannedLosses;
}

test.each([...BREAKS, ...OF_CONNECTIONS])('%s: %s', async (rule, how, change) => {
  const run = structuredClone(clean);
  change(run);
  expect(rulesOf(await auditOf(run, `${rule}, ${how}`))).toEqual([rule]);
});

test('a connection that is left out with a reason and measured again breaks no rule', async () => {
  const run = structuredClone(clean);
  openAnother(run, { valid: false, reasons: ['made up'] });
  expect(await auditOf(run, 'left out')).toEqual([]);
});

test('a message alone whose packet was lost, and the queue of one connection, break no rule', async () => {
  const run = structuredClone(clean);
  samples(run, `${SHAPED} fresh-alone-load`, ({ index, way, outcome }) => {
    if (index !== 8 || outcome.status !== 'ok' || !way?.answer) return;
    outcome.durationMs += 300;
    for (const point of ['resentMs', 'arrivedMs', 'inOrderMs', 'inConnectionOrderMs'] as const) {
      way.answer[point] += 300;
    }
  });
  longerBeacons(run, 1);
  expect(await auditOf(run, 'by chance')).toEqual([]);
});

test('findings come in the same order each time', async () => {
  const waiting = structuredClone(clean);
  samples(waiting, SHAPED, ({ label, way, outcome }) => {
    if (label !== 'fresh-alone-load' || outcome.status !== 'ok' || !way?.answer) return;
    outcome.durationMs += 10;
    for (const point of [
      'sentMs',
      'resentMs',
      'arrivedMs',
      'inOrderMs',
      'inConnectionOrderMs',
    ] as const) {
      way.answer[point] += 5;
    }
  });
  const own = await written(waiting, 'waiting');
  const found: string[][] = [];
  for (const seed of ['1', '2', '3', '4']) {
    // Python orders a set of texts by it.
    vi.stubEnv('PYTHONHASHSEED', seed);
    found.push(await audit(own));
  }
  expect(found[0]?.map((line) => line.replace(/ \[.*/, ''))).toEqual([
    'way-alone: fresh-4g download-text: node-ws: messages alone wait 7.5 ms in send-buffer',
    'way-alone: fresh-4g download-text: node-ws: messages alone wait 6.0 ms in receiver',
  ]);
  for (const each of found) expect(each).toEqual(found[0]);
});

test('an interval has a level that its rounds can have', async () => {
  const data = mergeRuns([await readRun(FIXTURE)]);
  const csv = String(exports({ data, relation: Relation.of(data) }).get('figures.csv'));
  const levels = async (name: string, text: string) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'figures.csv'), text);
    const findings = await audit(FIXTURE, join(folder, name));
    return findings.filter((line) => line.startsWith('false-level'));
  };
  expect(await levels('levels', csv)).toEqual([]);
  const wrong = await levels('one-level', csv.replaceAll(',0.96875,', ',0.95,'));
  expect(wrong[0]).toContain('95 % of 6 rounds, which no range of them has');
  const few = await levels('few', csv.replaceAll(',0.96875,6,', ',0.95,4,'));
  expect(few[0]).toContain('an interval of 4 rounds, at 95 %');
  const fresh = (text: string) => csv.replaceAll(',0.95,6,', text);
  const found = (lines: string[]) =>
    lines.filter((line) => line.includes('of 3 conn') || line.includes('of 2 conn'));
  expect(found(await levels('fresh', fresh(',0.95,3,')))).toEqual([]);
  expect(found(await levels('wide', fresh(',0.96875,3,')))[0]).toContain(
    'of 3 connections, at 96.88 %',
  );
  expect(found(await levels('two', fresh(',0.95,2,')))[0]).toContain('of 2 connections, at 95 %');
});
