import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { startVariant } from '@holbench/harness/start-variant';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { NOTHING, profileOf } from '@holbench/netem/profile-settings';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { VARIANTS } from '@holbench/variants/registry';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stackLink } from '../../fixtures/stack-link.ts';

const FILE_BYTES = 3 * 1024 ** 2;
/** With its losses Reno fills a fifth of it; BBR, which Envoy sends by, most. */
const PROFILE = profileOf('lossy', { ...NOTHING, down: 20_000, delay: 25, loss: 0.01 });
/** BBR ÷ Reno was 3.5 and 3.7. */
const LEAST_RATIO = 2;

const { tools, unavailable, skipped, ...made } = await stackLink(PROFILE);
const runnable = VARIANTS.filter(
  (candidate) =>
    candidate.capabilities.includes('quic-congestion-control') && !whyUnsupported(candidate, tools),
);

test.skipIf(unavailable).each(runnable)(
  `$id sends by the congestion control that --quic-cc asks for${skipped}`,
  { timeout: 120_000 },
  async (variant) => {
    const folder = made.folder();
    const link = made.link();
    const options = { tools, fileBytes: FILE_BYTES, logFolder: folder, place: link.server };
    await using server = await startVariant(variant, options);
    const goodputWith = async (quicCongestionControl: 'own' | 'reno') => {
      await using launched = await launchBrowser({
        tools,
        forceQuic: quicHosts(variant, server.origin),
        quicCongestionControl,
        logFolder: folder,
        place: link.client,
      });
      const page = await launched.browser.newPage({ ignoreHTTPSErrors: true });
      await page.goto(`${server.origin}${HEALTH_PATH}`);
      return (8 * FILE_BYTES) / 1_000 / (await readFile(page));
    };
    const [own, reno] = [await goodputWith('own'), await goodputWith('reno')];
    console.log(`${variant.id}: own ${own.toFixed(1)} Mbit/s, Reno ${reno.toFixed(1)} Mbit/s`);
    expect(own / reno).toBeGreaterThan(LEAST_RATIO);
  },
);

/** @returns ms until a file was read. */
async function readFile(page: Page): Promise<number> {
  return page.evaluate(async (fileBytes) => {
    const listed = await fetch('/covalues', { cache: 'no-store' });
    const { covalues }: { covalues: { id: string }[] } = await listed.json();
    const beganAt = performance.now();
    const answer = await fetch(`/covalues/${covalues[0]?.id}/file`, { cache: 'no-store' });
    const { byteLength } = await answer.arrayBuffer();
    if (byteLength !== fileBytes) throw new Error(`${byteLength} bytes`);
    return performance.now() - beganAt;
  }, FILE_BYTES);
}
