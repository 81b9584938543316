import { launchBrowser } from '@holbench/harness/browser';
import { stopNetworkInspection } from '@holbench/harness/network-inspection';
import { startVariant } from '@holbench/harness/start-variant';
import type { Measurement } from '@holbench/results/sample';
import type { Variant } from '@holbench/variants/registry';
import { quicHosts } from '../quic-hosts.ts';
import type { FloorOptions } from './measure-floor.ts';

/** Longest that one load may take, in milliseconds. */
const TIMEOUT_MS = 600_000;

/**
 * Milliseconds from the first request to the last byte when the page of a variant loads `parallel`
 * files at once, verified, after one file as warm-up: scenario 1a with fresh processes.
 * @throws Error when a load failed or used another protocol than the variant's.
 */
export async function measureVariant(variant: Variant, options: FloorOptions): Promise<number> {
  const { tools, fileBytes, parallel, logFolder } = options;
  await using server = await startVariant(variant, { tools, fileBytes, logFolder });
  await using running = await launchBrowser({
    tools,
    forceQuic: quicHosts(variant, server.origin),
    logFolder,
  });
  const page = await running.browser.newPage();
  page.setDefaultTimeout(0);
  await stopNetworkInspection(page);
  await page.goto(`${server.origin}/?variant=${variant.id}`);
  await page.evaluate(() => window.holbench.ready);
  const load = async (size: number): Promise<Measurement[]> => {
    const spec = { kind: 'binary', size, fileBytes, seed: size, timeoutMs: TIMEOUT_MS };
    const measured = await page.evaluate(
      (spec) => window.holbench.call('1a', 'loadBatch', [spec]),
      spec,
    );
    return measured as Measurement[];
  };
  await load(1);
  return durationOf(variant, await load(parallel));
}

function durationOf({ id, protocol }: Variant, measurements: readonly Measurement[]): number {
  const ends = measurements.map(({ intendedAtMs, outcome }) => {
    if (outcome.status !== 'ok') throw new Error(`${id}: ${JSON.stringify(outcome)}`);
    if (outcome.protocol !== protocol) throw new Error(`${id} used ${outcome.protocol}`);
    return intendedAtMs + outcome.durationMs;
  });
  return Math.max(...ends) - Math.min(...measurements.map(({ intendedAtMs }) => intendedAtMs));
}
