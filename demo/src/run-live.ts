import { chromiumArguments } from '@holbench/harness/browser';
import { findTools, type Tools } from '@holbench/harness/tools';
import { certifyProfile } from '@holbench/netem/certify/certify';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { prepare } from '@holbench/netem/commands/prepare';
import { type ProfileOptions, profilesOf } from '@holbench/netem/profile-options';
import { LOOPBACK } from '@holbench/netem/profiles';
import { commandIn, LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { shellWord } from '@holbench/process/shell-word';
import { UserError } from '@holbench/process/user-error';
import { linkText } from '@holbench/reports/document/link-text';
import { variant as variantOf, VARIANTS } from '@holbench/variants/registry';
import { certificateLines } from './live/certificate-lines.ts';
import { startLive } from './live/start-live.ts';
import { hasDisplay, LOG_FOLDER, openWindow, takeScreenshot } from './open-page.ts';

/** The network where none is chosen, and the machine can make one. */
const NETWORK = '4g';
/** Longer than a race of all lanes in turn. */
const RACE_MS = 600_000;

export interface LiveChoice extends ProfileOptions {
  readonly variants?: readonly string[];
  readonly screenshot?: string;
  readonly port: number;
  readonly fileSize: number;
}

/** Servers behind one link, and the page that races them, until Ctrl-C; or a picture of one race. */
export async function runLive(options: LiveChoice): Promise<void> {
  const { variants, screenshot, port, fileSize } = options;
  if (port === 0)
    throw new UserError('--port 0: the servers let one origin frame them; name a port');
  const tools = await findTools();
  const networks = options.networks ?? [await defaultNetwork()];
  if (networks.length !== 1) throw new UserError('--networks: pnpm demo takes one network');
  await using prepared =
    networks[0] === LOOPBACK ? null : await prepare({ ...options, networks, seed: 1 }, 'pnpm demo');
  // The command ran again as root, and has ended.
  if (networks[0] !== LOOPBACK && prepared === null) return;
  const certificate = prepared && (await certifyProfile(prepared.backend, prepared.link));
  await using link = prepared && (await prepared.backend.start(prepared.link));
  const lines = certificate === null ? [] : certificateLines(certificate);
  for (const line of lines) console.log(line);
  const [profile] = prepared === null ? [] : profilesOf({ ...options, networks });
  await using running = await startLive({
    tools,
    variants: variants?.map(variantOf) ?? VARIANTS.filter(({ group }) => group === 'default'),
    side: link?.server ?? LOCALHOST,
    port,
    network: {
      network: profile?.id ?? LOOPBACK,
      link: profile === undefined ? 'this machine’s loopback, not emulated' : linkText(profile),
      certificate: lines,
    },
    fileBytes: fileSize,
    logFolder: LOG_FOLDER,
  });
  const { address, forceQuic } = running;
  const place = link?.client ?? LOCALHOST;
  if (screenshot !== undefined) {
    return await takeScreenshot(address, screenshot, { tools, forceQuic, place }, async (page) => {
      await page.locator('.live-ready').first().waitFor();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText('the race is over').waitFor({ timeout: RACE_MS });
    });
  }
  await using _window = hasDisplay()
    ? await openWindow(address, { tools, forceQuic, place })
    : null;
  console.log(
    hasDisplay() ? `${address}: Ctrl-C ends it.` : howToOpen(address, { tools, forceQuic, place }),
  );
  const ended = await Promise.race([running.ended, ...(link === null ? [] : [link.ended])]);
  throw new UserError(`${ended}; logs are in ${LOG_FOLDER}`);
}

/** Loopback where the machine can make no link; says why. */
async function defaultNetwork(): Promise<string> {
  const [profile] = profilesOf({ network: NETWORK });
  const { backend, why } = profile ? await chooseBackend(profile) : { backend: null, why: '' };
  if (backend !== null) return NETWORK;
  console.log(
    `${NETWORK} cannot be made here (${why}): over loopback instead, which is no network.`,
  );
  return LOOPBACK;
}

function howToOpen(
  address: string,
  {
    tools,
    forceQuic,
    place,
  }: { readonly tools: Tools; readonly forceQuic: readonly string[]; readonly place: NetworkSide },
): string {
  const flags = chromiumArguments({ tools, forceQuic }).filter((flag) =>
    /quic|spki|sandbox/.test(flag),
  );
  const words = [...flags, '--user-data-dir=/tmp/holbench-profile', address];
  const { command, args } = commandIn(place, tools.chromium?.path ?? 'chromium', words);
  return [
    `${address}: there is no display here. Open it with this Chromium, which trusts the certificate and speaks QUIC:`,
    `  ${[command, ...args].map(shellWord).join(' ')}`,
    'Ctrl-C ends it.',
  ].join('\n');
}
