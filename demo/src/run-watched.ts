import { findTools } from '@holbench/harness/tools';
import { newToken } from '@holbench/harness/web/door';
import { NETWORK_FLAGS, type ProfileOptions, profilesOf } from '@holbench/netem/profile-options';
import { LOOPBACK } from '@holbench/netem/profiles';
import { LOCALHOST } from '@holbench/process/network-side';
import { linkText } from '@holbench/reports/document/link-text';
import { builtPage } from './demo-files.ts';
import type { Choice } from './race/race.ts';
import { serveDemo } from './serve-demo.ts';
import { showPage } from './show-page.ts';
import { LOG_FOLDER, takeScreenshot } from './take-screenshot.ts';
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
  const first: Choice = { network: options.network ?? NETWORK, direction: 'download' };
  let run = await started(first, options);
  let wanted: Choice | null = null;
  let isChanging = false;
  /** Of several that are asked for meanwhile, the last one is raced. */
  const change = async (choice: Choice): Promise<void> => {
    wanted = choice;
    if (isChanging) return;
    isChanging = true;
    while (wanted !== null) {
      const next: Choice = wanted;
      wanted = null;
      await run[Symbol.asyncDispose]();
      console.log(`${next.direction} over ${next.network}`);
      run = await started(next, { variants: options.variants });
    }
    isChanging = false;
  };
  const toLoopback = async (): Promise<void> => {
    await run.ended;
    if (run.hasMeasured || options.network !== undefined || run.choice !== first) return;
    console.log(`${NETWORK}: ${run.lastLine}\nover loopback instead, which is no network`);
    await change({ ...first, network: LOOPBACK });
  };
  const fallback = toLoopback();
  const files = { get: (name: string) => run.get(name) ?? page.get(name) };
  const { address: host } = LOCALHOST;
  // What the page may ask for, other users of the machine may not.
  const token = newToken();
  const asks = { host, port, token, onChoice: (choice: Choice) => void change(choice) };
  await using served = await serveDemo(files, asks);
  const address = `${served.address}?token=${token}`;
  if (screenshot !== undefined) {
    await fallback;
    await run.ended;
    const opening = { tools: await findTools(), forceQuic: [], place: LOCALHOST };
    return await takeScreenshot(address, screenshot, opening);
  }
  await showPage(address);
}

/** @param options settings of the network belong to the first one alone. */
function started(choice: Choice, options: ProfileOptions & Pick<WatchedOptions, 'variants'>) {
  const [profile] = profilesOf({ ...options, network: choice.network });
  const settings = NETWORK_FLAGS.flatMap((name) => {
    const value = options[name];
    return name === 'network' || value === undefined ? [] : [`--${name}`, String(value)];
  });
  return WatchedRun.start(choice, {
    variants: options.variants,
    options: settings,
    link: profile && choice.network !== LOOPBACK ? linkText(profile) : 'this machine’s loopback',
    logFolder: LOG_FOLDER,
  });
}
