import { launchBrowser, quicHosts } from '@holbench/harness/browser';
import { startVariant } from '@holbench/harness/start-variant';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { NOTHING, profileOf } from '@holbench/netem/profile-settings';
import { HEALTH_PATH } from '@holbench/protocol/health';
import { VARIANTS } from '@holbench/variants/registry';
import { stackOf } from '@holbench/variants/stacks';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stackLink } from '../../fixtures/stack-link.ts';

const MiB = 1024 ** 2;
/** Of each of two answers: 1.3 s of the link for both, much more than its queue and send buffers hold. */
const FILE_BYTES = 3 * MiB;
const PROFILE = profileOf('slow', { ...NOTHING, down: 40_000, delay: 5 });
/**
 * What has come of the other answer when the first one is complete. In turns it was 0.76 or more in 90
 * trials; one after the other, 0.54 or less.
 */
const HALFWAY = 0.65;
/** A server that ignores priorities lets the low one be first by chance: at worst one in 1,000 times not once. */
const MOST_TRIALS = 10;
/** One that obeys has to do so in each: one that sends either first would, once in 128 attempts. */
const LEAST_TRIALS = 7;

/** Of 90 trials one after the other, none came near HALFWAY: three cannot make it look like turns. */
const TURN_TRIALS = 3;

const { tools, unavailable, skipped, ...made } = await stackLink(PROFILE);
const runnable = VARIANTS.filter(
  (candidate) =>
    !whyUnsupported(candidate, tools) && typeof stackOf(candidate).scheduling !== 'string',
);

test.skipIf(unavailable).each(runnable)(
  `$id sends two big answers in the order that its stack is described with${skipped}`,
  { timeout: 60_000 },
  async (variant) => {
    const { scheduling } = stackOf(variant);
    if (typeof scheduling === 'string') throw new Error('not of this test');
    const folder = made.folder();
    const link = made.link();
    const options = { tools, fileBytes: FILE_BYTES, logFolder: folder, place: link.server };
    await using server = await startVariant(variant, options);
    await using launched = await launchBrowser({
      tools,
      forceQuic: quicHosts(variant, server.origin),
      logFolder: folder,
      place: link.client,
    });
    const page = await launched.browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(`${server.origin}${HEALTH_PATH}`);

    let alike = await readTwo(page, ['auto', 'auto']);
    // One that reads nothing while it writes (node:http2) may see the second request late.
    for (let trial = 1; trial < TURN_TRIALS && !isInTurns(alike); trial++) {
      alike = await readTwo(page, ['auto', 'auto']);
    }
    // Chromium says it by the header and, over HTTP/3, by a frame; over HTTP/2 also by RFC 7540's weights.
    const unlike: Arrival[] = [];
    const expectsTurns = scheduling.order === 'in turns' && !scheduling.obeysPriorities;
    const most = expectsTurns ? 1 : scheduling.obeysPriorities ? LEAST_TRIALS : MOST_TRIALS;
    while (unlike.length < most && unlike.every(isHighFirst)) {
      unlike.push(await readTwo(page, ['low', 'high']));
    }
    console.log(`${variant.id}: alike ${text(alike)}; low, high: ${unlike.map(text).join('; ')}`);

    expect(alike.protocols).toEqual([variant.protocol, variant.protocol]);
    expect(isInTurns(alike) ? 'in turns' : 'one mostly before the other').toBe(scheduling.order);
    expect(unlike.every(isHighFirst)).toBe(scheduling.obeysPriorities);
  },
);

interface Arrival {
  /** Which answer was complete first, in the order in which they were asked for. */
  readonly first: number;
  /** The share of the other one that had come then. */
  readonly other: number;
  readonly protocols: readonly string[];
}

const isInTurns = ({ other }: Arrival): boolean => other > HALFWAY;

/** The second one was asked for with a high priority. */
const isHighFirst = ({ first, other }: Arrival): boolean => first === 1 && other < HALFWAY;

const text = ({ first, other }: Arrival): string =>
  `${first === 0 ? 'first' : 'second'} complete, ${other.toFixed(2)} of the other`;

/** Asks for two files at once and reads both. */
async function readTwo(
  page: Page,
  priorities: readonly [RequestPriority, RequestPriority],
): Promise<Arrival> {
  return page.evaluate(
    async ({ priorities, fileBytes }) => {
      const listed = await fetch('/covalues', { cache: 'no-store' });
      const { covalues }: { covalues: { id: string }[] } = await listed.json();
      const paths = covalues.slice(0, priorities.length).map(({ id }) => `/covalues/${id}/file`);
      const got = paths.map(() => 0);
      let first: Pick<Arrival, 'first' | 'other'> | null = null;
      performance.clearResourceTimings();
      const read = async (path: string, index: number): Promise<void> => {
        const priority = priorities[index] ?? 'auto';
        const response = await fetch(path, { priority, cache: 'no-store' });
        const reader = response.body?.getReader();
        for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
          got[index] = (got[index] ?? 0) + part.value.byteLength;
        }
        if (got[index] !== fileBytes) throw new Error(`${path}: ${got[index]} bytes`);
        first ??= { first: index, other: (got[1 - index] ?? 0) / fileBytes };
      };
      await Promise.all(paths.map(read));
      // The entry of the list may come after they were cleared.
      const entries = performance
        .getEntriesByType('resource')
        .filter(({ name }) => paths.some((path) => name.endsWith(path)));
      const protocols = entries.map((entry) =>
        entry instanceof PerformanceResourceTiming ? entry.nextHopProtocol : '',
      );
      return { ...(first ?? { first: NaN, other: NaN }), protocols };
    },
    { priorities, fileBytes: FILE_BYTES },
  );
}
