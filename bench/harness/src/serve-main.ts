import { join } from 'node:path';
import { FULL_FILE_BYTES } from '@holbench/protocol/limits';
import { type Variant, variant as variantOf, variantIds } from '@holbench/variants/registry';
import { Argument, Option } from 'commander';
import { chromiumArguments, quicHosts } from './browser.ts';
import { fileSizeOption, labCommand, runMain, wholeNumber } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { LOCALHOST } from '@holbench/process/network-side';
import { startVariant, type RunningVariant } from './start-variant.ts';
import { findTools, type Tools } from './tools.ts';

/** `pnpm serve <variant>`: one variant, until Ctrl-C. */
const command = labCommand('serve', 'Serves one variant until Ctrl-C.')
  .addArgument(new Argument('<variant>', 'id of the variant').choices(variantIds()))
  .addOption(
    new Option('--port <port>', "port to listen on (default: the variant's own)").argParser(
      wholeNumber(1, 65_535),
    ),
  )
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addOption(fileSizeOption().default(FULL_FILE_BYTES, '50MiB'))
  .parse();

await runMain(async () => {
  const options = command.opts<{ port?: number; host: string; fileSize: number }>();
  const variant = variantOf(command.args[0] ?? '');
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
  const forceQuic = quicHosts(variant, origin);
  if (forceQuic.length > 0) {
    const flags = chromiumArguments({ tools, forceQuic })
      .filter((flag) => /quic|spki|sandbox/.test(flag))
      .map((flag) => (flag.includes('=') ? `'${flag}'` : flag));
    const profile = '--user-data-dir=/tmp/holbench-profile';
    lines.push(
      'It speaks QUIC only, to a Chromium that is told so:',
      `  ${tools.chromium?.path ?? 'chromium'} ${[...flags, profile].join(' ')} '${origin}/?variant=${variant.id}'`,
    );
  } else {
    lines.push('The certificate is self-signed: accept the warning of the browser once.');
  }
  return [...lines, 'Ctrl-C ends it.'].join('\n');
}
