import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTools } from '@holbench/harness/tools';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { readReportedRun } from '@holbench/reports/runs/read-reported-run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answered, seen, seenLane, STARTED_MS } from '../../fixtures/seen.ts';
import { saveRun } from './save-run.ts';

const NOTICE =
  'This run is what a person saw on the demo page: no warm-up, windows of 16 s, lanes chosen by hand, seen by the page only. Do not cite it.';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/1.0.0.0';

const tools = await findTools();
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-save-'));
});
afterEach(() => rm(root, { recursive: true }));

function save(...args: Parameters<typeof seen>) {
  return saveRun(
    { seen: seen(...args), browser: BROWSER },
    {
      tools: { ...tools, root },
      network: { networks: ['loopback'] },
      fileBytes: 1024 ** 2,
      variants: ['node-ws', 'node-http2'],
      link: null,
      servers: { 'node-ws': { node: '24.0.0', ws: '8.0.0' } },
      sinceMs: STARTED_MS,
    },
  );
}

async function report(...args: readonly string[]): Promise<string> {
  const main = join(PROJECT_ROOT, 'reports/src/main.ts');
  return (await promisify(execFile)(process.execPath, [main, ...args])).stdout;
}

/** The only run folder. */
async function folder(): Promise<string> {
  const [name = '', ...others] = await readdir(join(root, 'reports/runs'));
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-demo$/);
  return join(root, 'reports/runs', name);
}

test('the folder is read as a run that has ended, with its mark and conditions', async () => {
  expect(await save()).toMatchObject({ command: expect.stringMatching(/^pnpm report .*-demo$/) });
  const { manifest, cells, warnings } = await readReportedRun(await folder());
  expect(warnings).toEqual([]);
  expect(cells).toHaveLength(1);
  expect(manifest).toMatchObject({
    demo: { browser: BROWSER },
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:20.050Z',
    config: {
      preset: 'demo',
    },
    blocks: [
      {
        variants: ['node-ws', 'node-http2'],
        scenarios: ['download'],
        networks: ['loopback'],
        rounds: 1,
        workload: { holbWindowSeconds: 16, rampSeconds: 0, probesPerSecond: 10 },
      },
    ],
    networks: [{ loopback: true }],
    // Another browser than the lab's own.
    versions: { chromium: null, servers: { 'node-ws': { ws: '8.0.0' } } },
  });
});

test('its report says first what it is, keeps the numbers, and marks them', async () => {
  const late = seenLane({
    messages: seenLane().messages.map(({ sentMs }) => ({
      sentMs,
      outcome: answered(sentMs < 4_000 ? 10 : 5_000),
    })),
  });
  await save([[late]]);
  const path = await folder();
  const said = await report(path);
  expect(said).toContain(`\nWarning: ${NOTICE}`);
  expect(said).toContain('Measured once, a small message takes 5.0 s with WebSocket on Node (ws).');
  const summary = await report(path, '--json');
  expect(JSON.parse(summary)).toMatchObject({
    demo: true,
    warnings: [NOTICE, expect.stringContaining('No emulated network')],
  });
  const html = await readFile(join(path, 'report/index.html'), 'utf8');
  expect(html).toContain(`<p class="warning" role="note">Warning: ${NOTICE}</p>`);
  const markdown = await readFile(join(path, 'report/report.md'), 'utf8');
  expect(markdown).toContain(`> **Warning: ${NOTICE}**`);
  const row = markdown.split('\n').find((line) => line.startsWith('| A1 node-ws')) ?? '';
  // Alone, other, same p50 and p95, wait from sharing the connection, added wait.
  expect(row).toMatch(
    /^\| A1 node-ws \(Node 24\.0\.0\) \| 10\.0 [^|]*† [^|]*\| – \| 5,000 [^|]*† [^|]*\| 5,000 [^|]*\| – \| 4,990 /,
  );
  expect(markdown).toContain('the page alone saw its protocol');
  expect(markdown).toContain(
    'the transfer of the phase same ended before some of its messages were answered',
  );
  expect(markdown).toContain('the goodput of the phase same was not stable before the window');
  expect(markdown).not.toMatch(/Infinity|NaN/);
});

test('what is refused leaves no folder', async () => {
  expect(await save([[seenLane({ startedAtMs: STARTED_MS - 60_000 })]])).toEqual({
    refused: 'a race is older than this demo, or has not ended',
  });
  expect(await readdir(root)).toEqual([]);
});
