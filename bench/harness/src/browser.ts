import { constants, createWriteStream, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { UserError } from '@holbench/process/user-error';
import { commandIn, LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { shellWord } from '@holbench/process/shell-word';
import { assertNotEnding, cleanUpAtExit } from '@holbench/process/cleanup';
import {
  gatherTemporaryFiles,
  type TemporaryFolder,
  temporaryFolder,
} from '@holbench/process/temporary-folder';
import { letWrite, rightsOf, withoutRights } from '@holbench/process/unprivileged';
import { watchGroup } from '@holbench/process/watcher';
import type { FactorValues } from '@holbench/factors/values';
import type { Variant } from '@holbench/variants/registry';
import { writeWhole } from '@holbench/process/write-whole';
import { whyNoSandbox } from './rights.ts';
import type { Tools } from './tools.ts';

export interface BrowserOptions {
  readonly tools: Tools;
  /** Origins, as "host:port", with which only HTTP/3 is spoken, from the first request on. */
  readonly forceQuic: readonly string[];
  /** What its QUIC sends with, and asks servers to send with. Default: its own. */
  readonly quicCongestionControl?: FactorValues['quicCongestionControl'];
  /**
   * Hash of the one key that QUIC trusts without a known authority. Default: the lab's; null: none.
   */
  readonly trustedKey?: string | null;
  /** File to which it appends the keys of its TLS connections, to read captures with. Default: none. */
  readonly keyLog?: string | undefined;
  /** File to which it writes what its network does, complete once it has ended. Default: none. */
  readonly netLog?: string;
  /** Default: true. A window is for debugging, not for numbers, and on the display of this process's user. */
  readonly headless?: boolean;
  /** More arguments, for untimed uses. */
  readonly more?: readonly string[];
}

/**
 * Chromium's names (tags of QUICHE's `crypto_protocol.h`); BBR is version 1. Null: nothing is asked
 * for.
 */
const CONNECTION_OPTIONS = { own: null, cubic: 'QBIC', reno: 'RENO', bbr: 'TBBR' } as const;

/** It starts within 2 s, on a busy machine within 10. */
const START_LIMIT_MS = 30_000;

export interface RunningBrowser extends AsyncDisposable {
  readonly browser: Browser;
  /** Process id of the browser process; its children are renderers and the network service. */
  readonly pid: number;
}

/**
 * Hosts to which Chromium must speak QUIC from the first request: the variant's own for HTTP/3.
 * None for other variants, which would then fail to connect.
 */
export function quicHosts({ protocol }: Pick<Variant, 'protocol'>, origin: string): string[] {
  return protocol === 'h3' ? [new URL(origin).host] : [];
}

/**
 * Command line of Chromium for the lab.
 * @throws UserError without a certificate.
 */
export function chromiumArguments(options: BrowserOptions): string[] {
  const { tools, forceQuic, quicCongestionControl = 'own', keyLog, netLog, more = [] } = options;
  const connectionOptions = CONNECTION_OPTIONS[quicCongestionControl];
  if (!tools.certificate) throw new UserError('no valid certificate in certs/; run ./setup.sh');
  const { trustedKey = tools.certificate.spki } = options;
  return [
    // QUIC refuses a certificate of an unknown authority unless its key is named here.
    ...(trustedKey === null ? [] : [`--ignore-certificate-errors-spki-list=${trustedKey}`]),
    ...(forceQuic.length > 0 ? [`--origin-to-force-quic-on=${forceQuic.join(',')}`] : []),
    // What it asks servers for, and what it sends with itself.
    ...(connectionOptions === null
      ? []
      : [
          `--quic-connection-options=${connectionOptions}`,
          `--quic-client-connection-options=${connectionOptions}`,
        ]),
    ...(keyLog === undefined ? [] : [`--ssl-key-log-file=${keyLog}`]),
    ...(netLog === undefined ? [] : [`--log-net-log=${netLog}`]),
    // No traffic of the browser itself while we measure.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Lets the bench close a page's connections (docs/decisions/0012); costs nothing until then.
    '--enable-net-benchmarking',
    ...more,
  ];
}

/** What a person gives a Chromium to open an address of the lab, as this process's user. */
export function openingArguments(options: Pick<BrowserOptions, 'tools' | 'forceQuic'>): string[] {
  return [
    ...chromiumArguments(options).filter((flag) => /quic|spki/.test(flag)),
    // Its sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

/**
 * Starts Chromium with a fresh profile, without root's rights.
 * @param options `logFolder` gets `chromium.log`; `place` is where it runs, by default here.
 * @throws UserError when there is no Chromium, or it does not start.
 */
export async function launchBrowser(
  options: BrowserOptions & { readonly logFolder: string; readonly place?: NetworkSide },
): Promise<RunningBrowser> {
  const { tools, logFolder, place = LOCALHOST, headless = true, keyLog, netLog } = options;
  if (!tools.chromium) {
    throw new UserError('no Chromium found; run ./setup.sh, or set HOLBENCH_CHROMIUM to one');
  }
  await gatherTemporaryFiles();
  assertNotEnding();
  mkdirSync(logFolder, { recursive: true });
  await using started = new AsyncDisposableStack();
  const log = createWriteStream(join(logFolder, 'chromium.log'), { flags: 'a' });
  // On a full disk lines are lost; the bench ends for what it cannot write itself.
  log.on('error', () => {});
  started.defer(() => void log.end());
  for (const written of [keyLog, netLog].filter((path) => path !== undefined)) {
    const flag = constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;
    await writeFile(written, '', { flag });
    await letWrite(written);
  }
  const { path: downloadsPath } = started.use(await temporaryFolder('downloads'));
  await letWrite(downloadsPath);
  const launching = chromium.launch({
    headless,
    downloadsPath,
    timeout: START_LIMIT_MS,
    ...(await launchOptionsIn(place, tools.chromium.path, { dropping: headless })),
    args: chromiumArguments(options),
    // Our signal handlers close it, in order with the servers.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    logger: {
      isEnabled: (name) => name === 'browser',
      log: (_name, _severity, message) => void log.write(`${String(message)}\n`),
    },
  });
  const browser = await launching.catch((error: Error) => {
    const [summary] = error.message.split('\n');
    throw new UserError(
      `Chromium (${tools.chromium?.path}) did not start: ${summary}`,
      error.message,
    );
  });
  // Playwright itself kills the browser when this process exits.
  started.defer(
    cleanUpAtExit(
      () => browser.close(),
      () => {},
    ),
  );
  // Below the browser on the stack: the watcher lets go of it when it has ended.
  let forget = (): void => {};
  started.defer(() => forget());
  started.use(browser);
  const pid = await browserPid(browser);
  // Playwright starts it in a group of its own. Until here, the end of its pipe ends it.
  forget = watchGroup(pid);
  const running = started.move();
  let closing: Promise<void> | null = null;
  return {
    browser,
    pid,
    // A second caller waits for the same end; a disposed stack would resolve at once.
    [Symbol.asyncDispose]: () => (closing ??= running.disposeAsync()),
  };
}

async function browserPid(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const own = processInfo.find(({ type }) => type === 'browser');
  if (!own) throw new Error('Chromium does not name its browser process');
  return own.id;
}

/** Playwright makes the profile, as its own user; Chromium writes some outside of it, by HOME. */
const HAND_OVER = `HOME=
for word; do
  case $word in --user-data-dir=*) HOME=\${word#*=} ;; esac
done
[ -n "$HOME" ] || exit 1
export HOME
chown -hR`;

/** Of this process, until it ends. */
let scripts: Promise<TemporaryFolder> | null = null;

/**
 * How Playwright runs a browser in `place`. It takes only a path, so this may be of a script, which becomes the
 * program (`exec`): signals and pipes reach it.
 * @param dropping whether it is without root's rights, as far as it can be.
 */
export async function launchOptionsIn(
  place: NetworkSide,
  executable: string,
  { dropping = true } = {},
): Promise<{ executablePath: string; chromiumSandbox: boolean }> {
  const rights = dropping ? await rightsOf(executable) : null;
  const isOwn = process.getuid?.() !== 0;
  const chromiumSandbox = (dropping || isOwn) && (await whyNoSandbox(executable)) === null;
  const dropped = rights?.kind === 'dropped' ? rights.user : null;
  if (place.netns === null && !dropped) return { executablePath: executable, chromiumSandbox };
  const inner = dropped ? await withoutRights(executable, []) : { command: executable, args: [] };
  const { command, args } = commandIn(place, inner.command, inner.args);
  const lines = [
    '#!/bin/sh',
    ...(dropped ? [`${HAND_OVER} ${dropped.uid}:${dropped.gid} "$HOME"`] : []),
    `exec ${[command, ...args].map(shellWord).join(' ')} "$@"`,
  ];
  // Not in the run folder, whose disk may be full.
  scripts ??= temporaryFolder('scripts');
  const executablePath = join(
    (await scripts).path,
    `${basename(executable)}-in-${basename(place.netns ?? 'here')}`,
  );
  // In one step: another browser may be about to start by it.
  await writeWhole(executablePath, `${lines.join('\n')}\n`, 0o755);
  return { executablePath, chromiumSandbox };
}
