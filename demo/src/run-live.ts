import { hasDisplay, openWindow } from '@holbench/harness/web/open-window';
import { join, resolve } from 'node:path';
import { openingArguments } from '@holbench/harness/browser';
import { findTools, type Tools } from '@holbench/harness/tools';
import { certifyProfile } from '@holbench/netem/certify/certify';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { prepare, type Prepared } from '@holbench/netem/commands/prepare';
import { elevateIfNeeded, giveBackNow } from '@holbench/netem/elevate';
import { type ProfileOptions, profilesOf } from '@holbench/netem/profile-options';
import { LOOPBACK, NETWORKS } from '@holbench/netem/profiles';
import { commandIn, LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import { shellWord } from '@holbench/process/shell-word';
import { messageOf, UserError } from '@holbench/process/user-error';
import { linkText } from '@holbench/reports/document/link-text';
import type { LinkCertificate } from '@holbench/results/link-certificate';
import { variant as variantOf } from '@holbench/variants/registry';
import type { Page } from 'playwright-core';
import { certificateLines } from './live/certificate-lines.ts';
import type { Control } from './live/control.ts';
import { type LiveOptions as RunOptions, startLive } from './live/start-live.ts';
import { type SaveOptions, saveRun } from './save/save-run.ts';
import { LOG_FOLDER, type Opening, takeScreenshot } from './take-screenshot.ts';

/** The network where none is chosen, and the machine can make one. */
const NETWORK = 'reference-4g';
/** Runs that one demo saves: of each the page may send 64 MiB. */
const MOST_SAVES = 20;
/** Longer than a race of all lanes in turn. */
const RACE_MS = 600_000;

export interface LiveOptions extends ProfileOptions {
  readonly variants: readonly string[];
  readonly screenshot?: string;
  /** What is done with the page, in place of a window that stays. */
  readonly visit?: (address: string, opening: Opening) => Promise<void>;
  readonly port: number;
  readonly fileSize: number;
}

/** With its network. */
type Chosen = LiveOptions & { readonly network: string };

/** Servers behind one link, and the page that races them, until Ctrl-C; or a picture of one race. */
export async function runLive(options: LiveOptions): Promise<void> {
  const { port, fileSize, variants } = options;
  // Only root knows whether the machine can make a network.
  const written = options.screenshot === undefined ? [] : [resolve(options.screenshot)];
  if (!options.network && (await elevateIfNeeded('to make networks', written)) === 'done') return;
  const tools = await findTools();
  // Flags such as --loss apply to the first network only.
  const first: Chosen = { ...options, network: options.network ?? (await defaultNetwork()) };
  let shown = first;
  let asked = await overNetwork(first, tools);
  while (asked !== null) {
    const next = { port, fileSize, variants, network: asked.network };
    console.log(`changing to ${asked.network}`);
    try {
      asked = await overNetwork(next, tools);
      shown = next;
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
      console.error(`holbench: ${error.message}; back to ${shown.network}`);
      asked = await overNetwork(shown, tools);
    }
  }
}

/** Why a network was not made: the one before it can be shown again. */
class NotMade extends UserError {}

/** @throws NotMade */
async function prepared(options: LiveOptions): Promise<Prepared | null> {
  try {
    return await prepare({ ...options, seed: 1 }, 'pnpm demo');
  } catch (error) {
    throw error instanceof UserError ? new NotMade(error.message, error.detail) : error;
  }
}

/** @throws NotMade */
async function certified({ backend, link }: Prepared): Promise<LinkCertificate> {
  return certifyProfile(backend, link).catch((error: unknown) => {
    throw new NotMade(`${link.profile.id} was not certified: ${messageOf(error)}`);
  });
}

/** @returns what the page asks for next; null when there is nothing more to do. */
async function overNetwork(options: Chosen, tools: Tools): Promise<Control | null> {
  const { network, variants, screenshot, visit, port, fileSize } = options;
  const isLoopback = network === LOOPBACK;
  // It has no other settings.
  if (isLoopback) profilesOf(options);
  await using made = isLoopback ? null : await prepared(options);
  // The command ran again as root, and has ended.
  if (!isLoopback && made === null) return null;
  const certificate = made && (await certified(made));
  await using link = made && (await made.backend.start(made.link));
  const lines = certificate === null ? [] : certificateLines(certificate);
  for (const line of lines) console.log(line);
  const profile = made?.link.profile;
  const conditions = {
    tools,
    sinceMs: Date.now(),
    // As the bench takes them.
    network: { ...options, networks: [network] },
    fileBytes: fileSize,
    variants,
    link: made &&
      link &&
      certificate && {
        choice: made,
        tcp: made.link.tcp,
        sysctls: link.sysctls,
        certificate,
      },
  };
  await using running = await startLive({
    tools,
    variants: variants.map(variantOf),
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
    onSave: saving(conditions),
  });
  const { address, forceQuic } = running;
  const opening = { tools, forceQuic, place: link?.client ?? LOCALHOST };
  if (screenshot !== undefined) {
    await takeScreenshot(address, screenshot, opening, raceAll);
    return null;
  }
  if (visit !== undefined) {
    await visit(address, opening);
    return null;
  }
  await using _window = hasDisplay()
    ? await openWindow(address, { ...opening, logFolder: LOG_FOLDER })
    : null;
  console.log(hasDisplay() ? `${address}: Ctrl-C ends it.` : howToOpen(address, opening));
  const ended = link?.ended.then((how) => {
    throw new UserError(`${how}; logs are in ${LOG_FOLDER}`);
  });
  return await Promise.race([running.asked(), ...(ended === undefined ? [] : [ended])]);
}

/** Saves what pages see under these conditions, and says so. */
function saving(conditions: Omit<SaveOptions, 'servers'>): NonNullable<RunOptions['onSave']> {
  let saves = 0;
  return async (asked, servers) => {
    saves += 1;
    if (saves > MOST_SAVES) {
      return { refused: `this demo has saved ${MOST_SAVES} runs; start it again` };
    }
    const answer = await saveRun(asked, { ...conditions, servers });
    if ('path' in answer) giveBackNow(answer.path);
    console.log('path' in answer ? `saved: ${answer.command}` : `not saved: ${answer.refused}`);
    return answer;
  };
}

async function raceAll(page: Page): Promise<void> {
  const act = (hasText: string) => page.locator('#act', { hasText });
  await act('ready to start').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await act('the race is over').waitFor({ timeout: RACE_MS });
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
  const words = [
    ...openingArguments({ tools, forceQuic }),
    `--user-data-dir=${join(LOG_FOLDER, 'profile')}`,
    address,
  ];
  const { command, args } = commandIn(place, tools.chromium?.path ?? 'chromium', words);
  return [
    `${address}: there is no display here. Open it with this Chromium, which trusts the certificate and speaks QUIC:`,
    `  ${[command, ...args].map(shellWord).join(' ')}`,
    'Ctrl-C ends it.',
  ].join('\n');
}
