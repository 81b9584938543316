import { readCertificate } from '@holbench/harness/certificate';
import { findTools } from '@holbench/harness/tools';
import { missingPrerequisite } from '@holbench/harness/unsupported';
import { fileSizeOption, labCommand, notEmpty, runMain } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import { KNOWN_IDS, OWN_VARIANTS } from '@holbench/variants/registry';
import { Argument, Option } from 'commander';
import { Target } from '../target.ts';
import { type Checked, checkServer } from './check-server.ts';

/** Texts of the largest batch of scenario 1a, and files of its batch. */
const TEXTS = 100;
const FILES = 10;

/** `pnpm check-server <origin>`: whether a server fulfils the contract, a line for each rule. */
const command = labCommand('check-server', 'Checks whether your own server can be measured.')
  .addArgument(new Argument('<origin>', 'the server, https://HOST:PORT').argParser(notEmpty))
  .option('--target-key <key>', 'public key of the server (default: that of certs/)', notEmpty)
  .addOption(
    new Option('--variant <id>', 'what it must be (default: any that is your own)').choices(
      KNOWN_IDS,
    ),
  )
  .addOption(fileSizeOption())
  .option('--json', 'print the rules as JSON');

interface Options {
  readonly targetKey?: string;
  readonly variant?: string;
  readonly fileSize?: number;
  readonly json?: true;
}

await runMain(async () => {
  const { targetKey, variant, fileSize, json } = command.parse().opts<Options>();
  const tools = await findTools();
  const missing = await missingPrerequisite(tools);
  if (missing !== null) throw new UserError(missing);
  await using target = await Target.open({
    origin: command.args[0] ?? '',
    key: targetKey,
    ownKey: (await readCertificate())?.spki,
    isOwn: true,
  });
  const { rules } = await checkServer({
    reached: target,
    tools,
    variants: variant === undefined ? OWN_VARIANTS.map(({ id }) => id) : [variant],
    texts: TEXTS,
    files: fileSize === undefined ? [] : [{ bytes: fileSize, count: FILES }],
    onRule: json ? () => {} : (checked) => console.log(lineOf(checked)),
  });
  if (json) console.log(JSON.stringify(rules, null, 2));
  const failed = rules.filter(({ status }) => status === 'failed').length;
  if (failed === 0) return;
  process.exitCode = 1;
  console.error(
    `holbench: ${failed} of ${rules.length} rules failed: docs/your-own-server.md has them`,
  );
});

function lineOf({ rule, status, expected, came }: Checked): string {
  const line = `${status.padEnd(11)}  ${rule.padEnd(16)}`;
  if (status === 'not checked') return line.trimEnd();
  return `${line}  ${status === 'ok' ? came : `expected ${expected}; came: ${came}`}`;
}
