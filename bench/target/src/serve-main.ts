import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { addFactorOptions, factorTextsOf } from '@holbench/factors/options';
import { factorsOf, parseFactors } from '@holbench/factors/values';
import { prepare } from '@holbench/netem/commands/prepare';
import { addProfileOptions, type ProfileOptions } from '@holbench/netem/profile-options';
import { FULL_FILE_BYTES } from '@holbench/protocol/wire-limits';
import { type Variant, variant as variantOf, variantIds } from '@holbench/variants/registry';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { type Address, hostAndPort } from '@holbench/harness/address';
import { openingArguments, quicHosts } from '@holbench/harness/browser';
import { fileSizeOption, labCommand, runMain, wholeNumber } from '@holbench/process/command-line';
import { outerAddresses } from '@holbench/process/own-addresses';
import { UserError } from '@holbench/process/user-error';
import { commandIn, LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { shellWord } from '@holbench/process/shell-word';
import { startVariant } from '@holbench/harness/start-variant';
import { findTools, type Tools } from '@holbench/harness/tools';
import { describeTarget } from './describe-target.ts';
import { Helper } from './helper.ts';
import { controlPort } from './messages.ts';
import { Served } from './served.ts';
import { tokenOfEnvironment, whyNoToken } from './token.ts';

/** `pnpm serve <variant>`: one variant, until Ctrl-C. */
const command = labCommand('serve', 'Serves one variant until Ctrl-C.')
  .addArgument(new Argument('<variant>', 'id of the variant').choices(variantIds()))
  .addOption(
    new Option('--port <port>', "port to listen on (default: the variant's own)").argParser(
      // The helper has the next one.
      wholeNumber(1, 65_534),
    ),
  )
  .addOption(
    new Option(
      '--host <address>',
      'address to listen on; beyond loopback with a token, which the printed address has (HOLBENCH_SERVER_TOKEN, or one made at random)',
    )
      .argParser(ipAddress)
      .default('127.0.0.1')
      .conflicts('networks'),
  )
  .addOption(fileSizeOption().default(FULL_FILE_BYTES, '50MiB'));
addFactorOptions(addProfileOptions(command, 'list'), 'Factors:', factorsOf('server'));

/** Anything else might be every address of this machine. */
function ipAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('expected an IP address, such as 127.0.0.1.');
}

interface Options extends ProfileOptions {
  readonly port?: number;
  readonly host: string;
  readonly fileSize: number;
}

await runMain(async () => {
  const options = command.parse().opts<Options>();
  const variant = variantOf(command.args[0] ?? '');
  const factors = parseFactors(factorTextsOf(options));
  const tools = await findTools();
  const logFolder = join(tools.root, '.cache/serve');
  if (options.networks && options.networks.length !== 1) {
    throw new UserError('--networks: pnpm serve takes one network');
  }
  await using prepared = options.networks
    ? await prepare({ ...options, seed: 1 }, 'pnpm serve')
    : null;
  // The command ran again as root, and has ended.
  if (options.networks && !prepared) return;
  await using link = prepared && (await prepared.backend.start(prepared.link));
  const token = isLoopback(options.host) ? undefined : tokenFor(variant);
  const port = options.port ?? (link ? null : variant.port);
  const start = {
    tools,
    logFolder,
    place: link?.server ?? { ...LOCALHOST, address: options.host },
    ...(port !== null && { port }),
    ...(token !== undefined && { token }),
  };
  await using served = await Served.begin(() =>
    startVariant(variant, { ...start, fileBytes: options.fileSize, factors }),
  );
  await using _helper =
    token === undefined || !tools.certificate
      ? null
      : await Helper.start(
          { host: options.host, port: controlPort(served.port) },
          tools.certificate,
          token,
          { start, machine: await describeTarget(tools), lend: () => served.lend() },
        );
  console.log(howToOpen(variant, served.origin, tools, link?.client ?? LOCALHOST, token));
  if (token !== undefined) {
    const address = { host: options.host, port: served.port };
    console.log(howToBench(variant, address, tools, token).join('\n'));
  }
  console.log('Ctrl-C ends it.');
  const ended = await Promise.race([served.ended, ...(link ? [link.ended] : [])]);
  throw new UserError(`${ended}; its log is in ${logFolder}`);
});

function isLoopback(host: string): boolean {
  return host === '::1' || host.startsWith('127.');
}

/** @throws UserError for a token that is none, and a variant whose pages cannot send one. */
function tokenFor(variant: Variant): string {
  const why = whyNoToken(variant);
  if (why !== null) throw new UserError(`--host: ${why}; ${variant.id} listens on loopback`);
  return tokenOfEnvironment() ?? randomBytes(18).toString('base64url');
}

/** @param side of the network from which the variant is opened. */
function howToOpen(
  variant: Variant,
  origin: string,
  tools: Tools,
  side: NetworkSide,
  token: string | undefined,
): string {
  const url = `${origin}/?${token === undefined ? `variant=${variant.id}` : `token=${token}`}`;
  const lines = [`${variant.title}: ${url}`];
  const forceQuic = quicHosts(variant, origin);
  if (forceQuic.length > 0 || side.netns !== null) {
    // Not in a shared folder, where another user may have made one of a known name.
    const profile = join(tools.root, '.cache/serve/profile');
    // Everybody on this machine can read a command line.
    const opened = token === undefined ? url : 'about:blank';
    const words = [...openingArguments({ tools, forceQuic }), `--user-data-dir=${profile}`, opened];
    const { command, args } = commandIn(side, tools.chromium?.path ?? 'chromium', words);
    if (forceQuic.length > 0) lines.push('It speaks QUIC only, to a Chromium that is told so.');
    if (side.netns !== null) lines.push('Only the other side of the network reaches it, as root.');
    lines.push(`  ${[command, ...args].map(shellWord).join(' ')}`);
    if (token !== undefined) lines.push('Open the address above in it.');
  } else {
    lines.push('The certificate is self-signed: accept the warning of the browser once.');
  }
  return lines.join('\n');
}

/** What a bench on another machine is given, for each address of this one. */
function howToBench(
  { id }: Variant,
  { host, port }: Address,
  { certificate }: Tools,
  token: string,
): string[] {
  const targets = addressesAt(host).map((each) => `https://${hostAndPort({ host: each, port })}`);
  return [
    'From another machine with a holbench of the same commit, of its variants as well:',
    ...targets.map(
      (target) =>
        `  ${TOKEN_VARIABLE}=${token} pnpm bench --target ${target} --target-key ${certificate?.spki} --variants ${id}`,
    ),
    `It needs the ports ${port} and ${controlPort(port)}, of TCP and of UDP.`,
  ];
}

/** The unspecified address is all of this machine's. */
function addressesAt(host: string): string[] {
  if (host === '0.0.0.0') return outerAddresses('IPv4');
  return host === '::' ? outerAddresses('IPv6') : [host];
}
