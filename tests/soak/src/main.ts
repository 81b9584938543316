import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { runMain, wholeNumber } from '@holbench/process/command-line';
import { messageOf, UserError } from '@holbench/process/user-error';
import type { Variant } from '@holbench/variants/registry';
import { isOverQuic } from '@holbench/variants/protocols';
import { Option } from 'commander';
import {
  assertProc,
  chosenVariants,
  type CommonOptions,
  logOf,
  resultFolder,
  soakCommand,
} from './command.ts';
import { soakPage } from './soak-page.ts';
import type { Reading, SoakResult } from './soak-result.ts';
import { soakVariant } from './soak-variant.ts';
import { judge, slopeText, trendsOf } from './trends.ts';

/** `pnpm soak`: all operations on every variant, for a long time, by clients that come, go and stall. */
const command = soakCommand('soak', 'Uses every variant for a long time, and says what grows.')
  .addOption(
    new Option('--minutes <number>', 'minutes per variant')
      .argParser(wholeNumber(1, 1_440))
      .default(30),
  )
  .addOption(
    new Option('--side-by-side <number>', 'variants at the same time')
      .argParser(wholeNumber(1, 32))
      .default(4),
  );

interface Options extends CommonOptions {
  readonly minutes: number;
  readonly sideBySide: number;
}

/** Lines of progress per soak of a group. */
const LINES = 10;

await runMain(async () => {
  const options = command.parse().opts<Options>();
  assertProc('soak');
  const { minutes, sideBySide } = options;
  const tools = await findTools();
  const log = logOf(options);
  const runnable = chosenVariants(options).filter((variant) => {
    const noBrowser =
      isOverQuic(variant.protocol) && !tools.chromium ? 'no Chromium was found' : null;
    const reason = whyUnsupported(variant, tools) ?? noBrowser;
    if (reason) log(`${variant.id} skipped: ${reason}`);
    return reason === null;
  });
  if (runnable.length === 0) throw new UserError('none of these variants can run here');

  const folder = await resultFolder(tools, 'soak');
  const groups = Array.from({ length: Math.ceil(runnable.length / sideBySide) }, (_, index) =>
    runnable.slice(index * sideBySide, (index + 1) * sideBySide),
  );
  log(`${runnable.length} variants, ${minutes * groups.length} min in all: ${folder}`);
  const results: SoakResult[] = [];
  for (const [index, group] of groups.entries()) {
    const later = minutes * (groups.length - 1 - index);
    const progress = progressOf(group, minutes, later, log);
    const soaks = group.map((variant) =>
      soakVariant(variant, {
        tools,
        logFolder: folder,
        minutes,
        onReading: progress(variant),
      }).catch((error: unknown) => notRun(variant, error)),
    );
    results.push(...(await Promise.all(soaks)));
    await writeFile(join(folder, 'soak.json'), JSON.stringify({ minutes, sideBySide, results }));
    await writeFile(join(folder, 'soak.html'), soakPage(results));
  }
  if (options.json) console.log(JSON.stringify({ minutes, sideBySide, results }));
  for (const result of results) log(resultLine(result));
  log(`picture: ${join(folder, 'soak.html')}`);
  if (results.some((result) => judge(result).verdict === 'failed')) process.exitCode = 1;
});

/** The others go on. */
function notRun({ id }: Variant, error: unknown): SoakResult {
  const ended = messageOf(error);
  return { variant: id, readings: [], operations: {}, failures: {}, eventLoop: null, ended };
}

/** A line for all variants of a group, ten times in all. */
function progressOf(
  group: readonly Variant[],
  minutes: number,
  later: number,
  log: (line: string) => void,
) {
  const latest = new Map<string, Reading>();
  let printed = 0;
  return ({ id }: Variant) =>
    (reading: Reading): void => {
      latest.set(id, reading);
      const due = Math.floor((reading.atMinutes / minutes) * LINES);
      if (due <= printed || latest.size < group.length) return;
      printed = due;
      const memory = [...latest].map(([of, { memoryMib }]) => `${of} ${memoryMib.toFixed(0)}`);
      const left = Math.max(0, minutes - reading.atMinutes) + later;
      log(
        `${reading.atMinutes.toFixed(1)} of ${minutes} min, ${left.toFixed(0)} min left; MiB: ${memory.join(', ')}`,
      );
    };
}

function resultLine(result: SoakResult): string {
  const { verdict, reasons } = judge(result);
  const { memoryMib, descriptors, diskMib } = trendsOf(result.readings).lines;
  const of = (line: typeof memoryMib, unit: string): string =>
    line ? `${slopeText(line)} ${unit}` : '–';
  const last = result.readings.at(-1);
  return [
    `${verdict.padEnd(9)} ${result.variant.padEnd(14)} memory ${last?.memoryMib.toFixed(0)} MiB, ${of(memoryMib, 'MiB/min')}`,
    `descriptors ${last?.descriptors}, ${of(descriptors, 'a min')}`,
    `disk ${of(diskMib, 'MiB/min')}`,
    ...reasons,
  ].join('; ');
}
