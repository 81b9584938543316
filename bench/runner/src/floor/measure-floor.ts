import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { stopNetworkInspection } from '@holbench/harness/network-inspection';
import type { Tools } from '@holbench/harness/tools';
import type { Floor } from './floors.ts';
import { READ_FILES, type ReadSpec } from './read-files.ts';
import { startFloor } from './start-floor.ts';

export interface FloorOptions {
  readonly tools: Tools;
  readonly fileBytes: number;
  /** Files loaded at once. */
  readonly parallel: number;
  readonly logFolder: string;
}

/**
 * Milliseconds from the first request to the last byte of `parallel` files, with a fresh server and
 * browser, after one file as warm-up.
 * @throws Error when the page used another protocol than the floor's.
 */
export async function measureFloor(floor: Floor, options: FloorOptions): Promise<number> {
  const { tools, fileBytes, parallel, logFolder } = options;
  await using server = await startFloor(floor, options);
  const { origin } = server;
  await using running = await launchBrowser({
    tools,
    forceQuic: quicHosts(floor, origin),
    logFolder,
  });
  const page = await running.browser.newPage();
  page.setDefaultTimeout(0);
  await stopNetworkInspection(page);
  await page.goto(origin);
  const read = (spec: ReadSpec): Promise<number> =>
    floor.protocol === 'websocket'
      ? page.evaluate(READ_FILES.webSocket, spec)
      : page.evaluate(READ_FILES.fetch, spec);
  await read({ parallel: 1, bytes: fileBytes });
  const durationMs = await read({ parallel, bytes: fileBytes });
  if (floor.protocol !== 'websocket') {
    const protocols = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
    );
    const others = protocols.filter((protocol) => protocol !== floor.protocol);
    if (others.length > 0) throw new Error(`the floor ${floor.id} used ${others[0] || 'nothing'}`);
  }
  return durationMs;
}
