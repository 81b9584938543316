import { chromiumArguments } from '@holbench/harness/browser';
import { findTools, type Tools } from '@holbench/harness/tools';
import { certifyProfile } from '@holbench/netem/certify/certify';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { prepare } from '@holbench/netem/commands/prepare';
import { type ProfileOptions, profilesOf } from '@holbench/netem/profile-options';
import { LOOPBACK, NETWORKS } from '@holbench/netem/profiles';
import { commandIn, LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { shellWord } from '@holbench/process/shell-word';
import { UserError } from '@holbench/process/user-error';
import { linkText } from '@holbench/reports/document/link-text';
import { variant as variantOf, VARIANTS } from '@holbench/variants/registry';
import type { Page } from 'playwright-core';
import { certificateLines } from './live/certificate-lines.ts';
import type { Control } from './live/control.ts';
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
  if (options.port === 0) {
    throw new UserError('--port 0: servers let one origin frame them; name a port');
  }
  const networks = options.networks ?? [await defaultNetwork()];
  if (networks.length !== 1) throw new UserError('--networks: pnpm demo takes one network');
  const tools = await findTools();
  let shown = [...networks];
  let asked = await overNetwork({ ...options, networks }, tools);
  // The page asks for networks as they are; changes of the command line were of the first one.
  const { variants, port, fileSize } = options;
  const change = (to: readonly string[]) =>
    overNetwork({ port, fileSize, networks: to, ...(variants && { variants }) }, tools);
  while (asked !== null) {
    const next = [asked.network];
    console.log(`changing to ${asked.network}`);
    try {
      asked = await change(next);
      shown = next;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      console.error(`holbench: ${error.message}; back to ${shown.join()}`);
      asked = await change(shown);
    }
  }
}

/** @returns what the page asks for next; null when there is nothing more to do. */
async function overNetwork(options: LiveChoice, tools: Tools): Promise<Control | null> {
  const { networks = [], variants, screenshot, port, fileSize } = options;
  const isLoopback = networks[0] === LOOPBACK;
  await using prepared = isLoopback ? null : await prepare({ ...options, seed: 1 }, 'pnpm demo');
  // The command ran again as root, and has ended.
  if (!isLoopback && prepared === null) return null;
  const certificate = prepared && (await certifyProfile(prepared.backend, prepared.link));
  await using link = prepared && (await prepared.backend.start(prepared.link));
  const lines = certificate === null ? [] : certificateLines(certificate);
  for (const line of lines) console.log(line);
  const profile = prepared?.link.profile;
  await using running = await startLive({
    tools,
    variants: variants?.map(variantOf) ?? VARIANTS.filter(({ group }) => group === 'default'),
    side: link?.server ?? LOCALHOST,
    port,
    network: {
      network: profile?.id ?? LOOPBACK,
      networks: process.getuid?.() === 0 ? NETWORKS.map(({ id }) => id) : [],
      link: profile === undefined ? 'this machine’s loopback, not emulated' : linkText(profile),
      certificate: lines,
    },
    fileBytes: fileSize,
    logFolder: LOG_FOLDER,
  });
  const { address, forceQuic } = running;
  const opening = { tools, forceQuic, place: link?.client ?? LOCALHOST };
  if (screenshot !== undefined) {
    await takeScreenshot(address, screenshot, opening, raceAll);
    return null;
  }
  await using _window = hasDisplay() ? await openWindow(address, opening) : null;
  console.log(hasDisplay() ? `${address}: Ctrl-C ends it.` : howToOpen(address, opening));
  const ended = link?.ended.then((how) => {
    throw new UserError(`${how}; logs are in ${LOG_FOLDER}`);
  });
  return await Promise.race([running.asked(), ...(ended === undefined ? [] : [ended])]);
}

async function raceAll(page: Page): Promise<void> {
  await page.getByText('ready to start').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('the race is over').waitFor({ timeout: RACE_MS });
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
