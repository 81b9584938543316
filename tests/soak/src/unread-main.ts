import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { listOf, runMain, wholeNumber } from '@holbench/process/command-line';
import { messageOf, UserError } from '@holbench/process/user-error';
import { Option } from 'commander';
import {
  assertProc,
  chosenVariants,
  type CommonOptions,
  logOf,
  resultFolder,
  soakCommand,
} from './command.ts';
import { UNREAD_KINDS, type UnreadKind, whyNone } from './unread-kinds.ts';
import { isGood, resultLine, type UnreadResult } from './unread-result.ts';
import { runUnread } from './unread-run.ts';

/** `pnpm unread`: what connections cost that do not read what they asked for. */
const command = soakCommand('unread', 'Says how much memory connections cost that do not read.')
  .addOption(
    new Option('--connections <number>', 'connections in all')
      .argParser(wholeNumber(1, 10_000))
      .default(1_000),
  )
  .addOption(
    new Option(
      '--readers <number>',
      'of these, how many read a file: of 50 MiB beside unread downloads, else of 1 MiB',
    )
      .argParser(wholeNumber(0, 10_000))
      .default(100),
  )
  .addOption(
    new Option('--kinds <list>', `what is not read: ${UNREAD_KINDS.join(', ')}`)
      .argParser(listOf('kind', UNREAD_KINDS))
      .default([...UNREAD_KINDS], 'all'),
  );

interface Options extends CommonOptions {
  readonly connections: number;
  readonly readers: number;
  readonly kinds: readonly UnreadKind[];
}

await runMain(async () => {
  const options = command.parse().opts<Options>();
  assertProc('unread');
  const { connections, readers } = options;
  if (readers > connections) throw new UserError('--readers: more than --connections');
  const tools = await findTools();
  const log = logOf(options);
  const logFolder = await resultFolder(tools, 'unread');
  const results: UnreadResult[] = [];
  for (const variant of chosenVariants(options)) {
    const { id, protocol } = variant;
    const reason = whyUnsupported(variant, tools);
    if (reason !== null) {
      log(`${id} skipped: ${reason}`);
      continue;
    }
    for (const kind of options.kinds) {
      const lacking = whyNone(kind, protocol);
      if (lacking !== null) {
        log(`${id} ${kind} skipped: ${lacking}`);
        continue;
      }
      try {
        const counts = { unread: connections - readers, readers };
        const result = await runUnread(variant, { kind, tools, logFolder, ...counts });
        results.push(result);
        log(resultLine(result));
      } catch (error) {
        log(`FAILED ${id} ${kind}: ${messageOf(error)}`);
        process.exitCode = 1;
      }
    }
  }
  await writeFile(join(logFolder, 'unread.json'), JSON.stringify(results));
  if (options.json) console.log(JSON.stringify(results));
  if (!results.every(isGood)) process.exitCode = 1;
});
