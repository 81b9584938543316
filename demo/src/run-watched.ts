import { findTools } from '@holbench/harness/tools';
import { newToken } from '@holbench/harness/web/door';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { NETWORK_FLAGS, type ProfileOptions, profilesOf } from '@holbench/netem/profile-options';
import { LOOPBACK, NETWORKS, profileNamed } from '@holbench/netem/profiles';
import { LOCALHOST } from '@holbench/process/network-side';
import { UserError } from '@holbench/process/user-error';
import { linkText } from '@holbench/reports/document/link-text';
import { builtPage } from './demo-files.ts';
import type { Choice } from './race/race.ts';
import { serveDemo } from './serve-demo.ts';
import { showPage } from './show-page.ts';
import { LOG_FOLDER, takeScreenshot } from './take-screenshot.ts';
import { RunsInTurn } from './watch/runs-in-turn.ts';
import { WatchedRun } from './watch/watched-run.ts';

/** The network where none is chosen. */
const NETWORK = 'lte';

export interface WatchedOptions extends ProfileOptions {
  readonly variants: readonly string[];
  readonly screenshot?: string;
  readonly port: number;
}

/** Benches of one block, one after the other as the page asks for them, until Ctrl-C; or a picture of one. */
export async function runWatched(options: WatchedOptions): Promise<void> {
  const { screenshot, port } = options;
  const page = new Map(await builtPage());
  const network = options.network ?? (await defaultNetwork());
  const networks = [...new Set([network, ...NETWORKS.map(({ id }) => id)])];
  // Settings of the network belong to the one that was given.
  const optionsOf = (name: string): ProfileOptions =>
    name === network ? { ...options, network } : { network: name };
  // Before anything is raced: a file of a network may be gone when it is asked for again.
  const links = new Map(networks.map((name) => [name, linkOf(optionsOf(name))]));
  await using runs = new RunsInTurn((choice: Choice, before: WatchedRun | null) => {
    console.log(`${choice.direction} over ${choice.network}`);
    return WatchedRun.start(choice, {
      variants: options.variants,
      networks,
      options: settingsOf(optionsOf(choice.network)),
      link: links.get(choice.network) ?? choice.network,
      logFolder: LOG_FOLDER,
      before: before?.lastReplay ?? null,
    });
  });
  const files = { get: (name: string) => runs.current?.get(name) ?? page.get(name) };
  // What the page may ask for, other users of the machine may not.
  const token = newToken();
  await using served = await serveDemo(files, {
    host: LOCALHOST.address,
    port: screenshot === undefined ? port : 0,
    token,
    asked: { networks, onChoice: (choice) => void runs.choose(choice) },
  });
  await runs.choose({ network, direction: 'download' });
  const address = `${served.address}?token=${token}`;
  if (screenshot === undefined) return await showPage(address);
  await runs.current?.ended;
  if ((runs.current?.replay ?? null) === null) throw new UserError(runs.current?.said ?? '');
  const opening = { tools: await findTools(), forceQuic: [], place: LOCALHOST };
  await takeScreenshot(address, screenshot, opening);
}

/** Loopback where this machine can make no network; says why. */
async function defaultNetwork(): Promise<string> {
  const { backend, why } = await chooseBackend(profileNamed(NETWORK));
  if (backend !== null) return NETWORK;
  console.log(
    `${NETWORK} cannot be made here (${why}): over loopback instead, which is no network`,
  );
  return LOOPBACK;
}

function settingsOf(options: ProfileOptions): string[] {
  return NETWORK_FLAGS.flatMap((name) => {
    const value = options[name];
    return name === 'network' || value === undefined ? [] : [`--${name}`, String(value)];
  });
}

/** In words, for the page. @throws UserError for settings that the network cannot have. */
function linkOf(options: ProfileOptions): string {
  const [profile] = profilesOf(options);
  return profile && options.network !== LOOPBACK ? linkText(profile) : 'this machine’s loopback';
}
