import { join } from 'node:path';
import { FULL_FILE_BYTES } from '@holbench/protocol/limits';
import { VARIANTS, type Variant } from '@holbench/variants/registry';
import { Argument, Option } from 'commander';
import { chromiumArguments } from './browser.ts';
import { fileSizeOption, labCommand, runMain, wholeNumber } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { LOCALHOST } from '@holbench/process/network-side';
import { startVariant, type RunningVariant } from './start-variant.ts';
import { findTools, type Tools } from './tools.ts';

/** `pnpm serve <variant>`: one variant, until Ctrl-C. */
const command = labCommand('serve', 'Serves one variant until Ctrl-C.')
  .addArgument(new Argument('<variant>', 'which').choices(VARIANTS.map(({ id }) => id)))
  .addOption(
    new Option('--port <port>', "default: the variant's own, 8441 to 8446").argParser(
      wholeNumber(1, 65_535),
    ),
  )
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addOption(fileSizeOption().default(FULL_FILE_BYTES, '50MiB'));

await runMain(async () => {
  const options = command.parse().opts<{ port?: number; host: string; fileSize: number }>();
  const variant = VARIANTS.find(({ id }) => id === command.args[0]);
  if (!variant) throw new Error(`commander let ${command.args[0]} through`);
  const tools = await findTools();
  await using running = await startVariant(variant, {
    tools,
    fileBytes: options.fileSize,
    logFolder: join(tools.root, '.cache/serve'),
    place: { ...LOCALHOST, address: options.host },
    port: options.port ?? variant.port,
  });
  console.log(howToOpen(variant, running, tools));
  throw new UserError(`${await running.ended}; its log is in ${join(tools.root, '.cache/serve')}`);
});

function howToOpen(variant: Variant, { origin }: RunningVariant, tools: Tools): string {
  const lines = [`${variant.title}: ${origin}/?variant=${variant.id}`];
  if (variant.proxy) {
    const flags = chromiumArguments({ tools, forceQuic: [new URL(origin).host] })
      .filter((flag) => /quic|spki|sandbox/.test(flag))
      .map((flag) => (flag.includes('=') ? `'${flag}'` : flag));
    const profile = '--user-data-dir=/tmp/holbench-profile';
    lines.push(
      'It speaks QUIC only, to a Chromium that is told so:',
      `  ${tools.chromium?.path ?? 'chromium'} ${[...flags, profile].join(' ')} '${origin}/?variant=${variant.id}'`,
    );
  } else {
    lines.push('The certificate is self-signed: the browser asks once whether to go on.');
  }
  return [...lines, 'Ctrl-C ends it.'].join('\n');
}
