import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp } from 'node:fs/promises';
import {
  fileSizeOption,
  labCommand,
  listOf,
  runMain,
  wholeNumber,
} from '@holbench/process/command-line';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { FULL_FILE_BYTES } from '@holbench/protocol/limits';
import { variant as variantOf, variantIds } from '@holbench/variants/registry';
import { type Direction, measureMemory } from './measure-memory.ts';

/** Peak resident set size that no server process may exceed, in bytes. */
const LIMIT_BYTES = 250_000_000;
const DIRECTIONS: readonly Direction[] = ['download', 'upload'];

interface Options {
  readonly variants: readonly string[];
  readonly users: number;
  readonly fileSize: number;
  readonly stalled: number;
  readonly json?: true;
}

interface Row {
  readonly variant: string;
  readonly direction: Direction;
  readonly peakRssMB: number | null;
  readonly verdict: string;
}

const command = labCommand(
  'bench:memory',
  'Peak memory of each server while many users download and stop reading, and while many upload.',
)
  .option('--variants <list>', 'which', listOf('variant', variantIds()), variantIds())
  .option('--users <n>', 'how many at once', wholeNumber(1, 500), 61)
  .addOption(fileSizeOption().default(FULL_FILE_BYTES, '50MiB'))
  .option('--stalled <ms>', 'how long the readers stay stopped', wholeNumber(0), 8_000)
  .option('--json', 'print JSON');

await runMain(async () => {
  const { variants, users, fileSize, stalled, json } = command.parse().opts<Options>();
  const tools = await findTools();
  const logFolder = await mkdtemp(join(tmpdir(), 'holbench-memory-'));
  const options = { tools, fileBytes: fileSize, users, stalledMs: stalled, logFolder };
  const rows: Row[] = [];
  for (const id of variants) {
    const reason = whyUnsupported(variantOf(id), tools);
    for (const direction of DIRECTIONS) {
      const peak = reason === null ? await measureMemory(variantOf(id), direction, options) : null;
      const row = toRow(id, direction, peak, reason);
      rows.push(row);
      if (!json) console.error(`${id} ${direction}: ${row.peakRssMB ?? '-'} MB, ${row.verdict}`);
    }
  }
  if (json)
    console.log(JSON.stringify({ users, fileBytes: fileSize, limitMB: LIMIT_BYTES / 1e6, rows }));
  else console.table(rows);
  if (rows.some(({ verdict }) => verdict === 'too much')) process.exitCode = 1;
});

function toRow(
  variant: string,
  direction: Direction,
  peak: number | null,
  reason: string | null,
): Row {
  if (peak === null) {
    return { variant, direction, peakRssMB: null, verdict: `unsupported: ${reason}` };
  }
  const verdict = peak <= LIMIT_BYTES ? 'ok' : 'too much';
  return { variant, direction, peakRssMB: Math.round(peak / 1e6), verdict };
}
