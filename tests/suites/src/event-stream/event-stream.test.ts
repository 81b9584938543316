import { join } from 'node:path';
import { Readable } from 'node:stream';
import '@holbench/scenarios/port/holbench-page';
import { launchBrowser, type RunningBrowser } from '@holbench/harness/browser';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { MIN_CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { mutationIds } from '@holbench/raw-clients/mutation-ids';
import { variant as variantOf } from '@holbench/variants/registry';
import { EventSource } from 'eventsource';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Example, EXAMPLES } from './examples.ts';

const idsIn = ({ events, ids }: Example): readonly number[] => ids ?? events;
const titled = EXAMPLES.map((example) => [`${example.name} (${example.source})`, example] as const);

describe('the raw clients read', () => {
  test.each(titled)('%s', async (_name, example) => {
    const bytes = Buffer.from(example.stream);
    const all = await Array.fromAsync(mutationIds(Readable.from([bytes])));
    expect(all).toEqual(idsIn(example));
    // However the network cuts it, also inside a character or a line's end.
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(await Array.fromAsync(mutationIds(Readable.from(single)))).toEqual(idsIn(example));
  });
});

declare global {
  interface Window {
    /** The last event id at each mutation, by the address of its stream. */
    lastEventIds: Map<string, number[]>;
  }
}

describe('the package that reads the streams of WebTransport reads', () => {
  test.each(titled)('%s', async (_name, example) => {
    const responses = [example.stream];
    const source = new EventSource('https://127.0.0.1/', {
      // After the end of the first answer it connects again.
      fetch: async () => {
        const body = responses.shift();
        const headers = { 'content-type': 'text/event-stream' };
        return body === undefined ? Response.error() : new Response(body, { headers });
      },
    });
    const ids: number[] = [];
    source.addEventListener('mutation', ({ lastEventId }) => ids.push(Number(lastEventId)));
    await new Promise<void>((resolve) => (source.onerror = () => resolve()));
    source.close();
    expect(ids).toEqual(idsIn(example));
  });
});

interface Heard {
  readonly events: readonly number[];
  readonly ids: readonly number[];
}

const tools = await findTools();
const variant = variantOf('node-http1');
const reason = tools.chromium ? whyUnsupported(variant, tools) : 'no Chromium was found';

/** The real page; the answers to its subscriptions are the examples. */
describe.skipIf(reason !== null)(
  reason === null ? 'the page reads' : `the page, skipped: ${reason}`,
  () => {
    let server: RunningVariant | null = null;
    let browser: RunningBrowser | null = null;
    let heard: readonly Heard[] = [];

    beforeAll(async () => {
      const logFolder = join(tools.root, 'test-results/suites/event-stream');
      server = await startVariant(variant, { tools, fileBytes: MIN_CHUNK_BYTES, logFolder });
      browser = await launchBrowser({ tools, forceQuic: [], logFolder });
      const page = await browser.browser.newPage({ ignoreHTTPSErrors: true });
      await page.addInitScript(recordLastEventIds);
      await page.goto(`${server.origin}/?variant=${variant.id}`);
      await page.evaluate(() => window.holbench.ready);
      heard = await hearAll(page);
    });

    afterAll(async () => {
      await browser?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });

    test.each(titled)('%s', (_name, example) => {
      const { events, ids } = heard[EXAMPLES.indexOf(example)] ?? { events: [], ids: [] };
      expect(events).toEqual(example.events);
      expect(ids).toEqual(idsIn(example));
    });
  },
);

/** All examples at once, each as another CoValue. EventSource connects again after 3 s, and then is refused. */
async function hearAll(page: Page): Promise<Heard[]> {
  const asked = new Set<string>();
  await page.route('**/covalues/*/events*', (route) => {
    const url = route.request().url();
    const index = parseInt(/co_([0-9a-f]+)/.exec(url)?.[1] ?? '', 16);
    // By which a server ends a subscription for good.
    if (asked.has(url)) return route.fulfill({ status: 204 });
    asked.add(url);
    const body = EXAMPLES[index]?.stream ?? '';
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  return page.evaluate(async (count) => {
    const transport = await window.holbench.transport();
    const ids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(16, '0'));
    return Promise.all(
      ids.map(async (id) => {
        const events: number[] = [];
        const signal = AbortSignal.timeout(20_000);
        const { failed } = await transport.subscribe(
          `co_${id}`,
          ({ eventId }) => events.push(eventId),
          signal,
        );
        await failed.catch(() => {});
        const url = [...window.lastEventIds.keys()].find((each) => each.includes(id)) ?? '';
        return { events, ids: window.lastEventIds.get(url) ?? [] };
      }),
    );
  }, EXAMPLES.length);
}

/** In the page, before its own code: its transport does not say what the browser knows as the last event id. */
function recordLastEventIds(): void {
  window.lastEventIds = new Map();
  window.EventSource = class extends window.EventSource {
    constructor(url: string | URL) {
      super(url);
      const ids: number[] = [];
      window.lastEventIds.set(String(url), ids);
      this.addEventListener('mutation', ({ lastEventId }) => ids.push(Number(lastEventId)));
    }
  };
}
