import type { MutationEvent } from '@holbench/protocol/covalue';
import type { Variant } from '@holbench/variants/registry';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { newCoValue } from '../lab/page-operations.ts';

declare global {
  interface Window {
    /** Events that the test's subscription has received. */
    received: MutationEvent[];
    /** Counts a subscription that a test answers. */
    subscribed(): Promise<void>;
  }
}

/** Mutates a CoValue so many times, one after the other; titles count from `first`. */
export async function mutate(page: Page, id: string, count: number, first = 1): Promise<void> {
  await page.evaluate(
    async ({ id, count, first }) => {
      const transport = await window.holbench.transport();
      for (let number = first; number < first + count; number++) {
        await transport.mutate(id, { title: `${number}` }, AbortSignal.timeout(5_000));
      }
    },
    { id, count, first },
  );
}

async function subscribe(page: Page, id: string): Promise<number> {
  return page.evaluate(async (id) => {
    window.received = [];
    const transport = await window.holbench.transport();
    const signal = AbortSignal.timeout(5_000);
    const listen = (event: MutationEvent): number => window.received.push(event);
    return (await transport.subscribe(id, listen, signal)).eventId;
  }, id);
}

async function received(page: Page, count: number): Promise<[number, string | undefined][]> {
  await page.waitForFunction((count) => window.received.length >= count, count);
  const events = await page.evaluate(() => window.received);
  return events.map(({ eventId, mutation }) => [eventId, mutation.title]);
}

/** What a broken server asks EventSource to wait before it connects again; of itself it waits for 3 s. */
const RETRY_MS = 200;

interface BrokenEvents {
  /** How often the page has subscribed. */
  subscriptions: number;
  /** That the page has closed its WebSocket with. */
  closeCode: number | null;
}

/** Has the page's next subscription confirmed, and then answered with what is no JSON. */
async function breakEvents(page: Page, { transport }: Variant): Promise<BrokenEvents> {
  const broken: BrokenEvents = { subscriptions: 0, closeCode: null };
  if (transport === 'http') {
    await page.route('**/covalues/*/events*', (route) => {
      broken.subscriptions += 1;
      const body = `retry: ${RETRY_MS}\nevent: subscribed\nid: 0\ndata: 0\n\nevent: mutation\ndata: {"id":\n\n`;
      return route.fulfill({ contentType: 'text/event-stream', body });
    });
    return broken;
  }
  if (transport === 'webtransport') {
    await page.exposeFunction('subscribed', () => void (broken.subscriptions += 1));
    await page.evaluate(breakStreams);
    return broken;
  }
  await page.routeWebSocket(/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (!String(message).includes('"type":"subscribed"')) return;
      broken.subscriptions += 1;
      socket.send('{"type":');
    });
    socket.onClose((code) => {
      broken.closeCode ??= code ?? null;
      void server.close();
    });
  });
  await page.reload();
  await page.evaluate(() => window.holbench.ready);
  return broken;
}

/** In the page: all streams but the first, which loads the list, are subscriptions and answered so. */
function breakStreams(): void {
  const { prototype } = WebTransport;
  // oxlint-disable-next-line typescript/unbound-method -- called by `apply`
  const { createBidirectionalStream: open } = prototype;
  const head = '{"status":200,"headers":{"content-type":"text/event-stream"}}';
  const events = 'event: subscribed\nid: 0\ndata: 0\n\nevent: mutation\ndata: {"id":\n\n';
  const length = String.fromCharCode(0, 0, 0, head.length);
  let streams = 0;
  prototype.createBidirectionalStream = async function (...given) {
    streams += 1;
    if (streams === 1) return open.apply(this, given);
    void window.subscribed();
    const { body } = new Response(length + head + events);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page uses of it
    return { readable: body, writable: new WritableStream() } as WebTransportBidirectionalStream;
  };
}

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

export function describeSubscriptions(lab: LabUnderTest): void {
  describe('subscriptions', () => {
    test('a page that polls receives all events, in order', async () => {
      if (lab.variant.transport === 'websocket') return;
      const page = await lab.openPage(`?variant=${lab.variant.id}&events=long-poll`);
      const id = await newCoValue(page);
      expect(await subscribe(page, id)).toBe(0);
      await mutate(lab.page(0), id, 30);
      const expected = upTo(1, 30).map((number) => [number, `${number}`]);
      expect(await received(page, 30)).toEqual(expected);
      await page.context().close();
    });

    test('two subscribers receive the same events, in order', async () => {
      const id = await newCoValue(lab.page(0));
      expect(await subscribe(lab.page(1), id)).toBe(0);
      expect(await subscribe(lab.page(2), id)).toBe(0);
      await mutate(lab.page(0), id, 30);
      const expected = upTo(1, 30).map((number) => [number, `${number}`]);
      expect(await received(lab.page(1), 30)).toEqual(expected);
      expect(await received(lab.page(2), 30)).toEqual(expected);
    });

    test('no text breaks an event', async () => {
      const id = await newCoValue(lab.page(0));
      await subscribe(lab.page(1), id);
      const title = 'a\r\nb\n\nevent: mutation\ndata: c\r\rid: 9\u2028\0\uFEFF: é 🎉';
      await lab.page(0).evaluate(
        async ({ id, title }) => {
          const transport = await window.holbench.transport();
          await transport.mutate(id, { title }, AbortSignal.timeout(5_000));
        },
        { id, title },
      );
      expect(await received(lab.page(1), 1)).toEqual([[1, title]]);
      // By the parser of the raw clients, which is another.
      await using client = await lab.rawClient();
      expect(await client.events(id, 0, 1)).toEqual([1]);
    });

    test('a subscriber hears nothing of other CoValues', async () => {
      const [id, other] = [await newCoValue(lab.page(0)), await newCoValue(lab.page(0))];
      await subscribe(lab.page(1), id);
      await mutate(lab.page(0), other, 3);
      await mutate(lab.page(0), id, 1);
      expect(await received(lab.page(1), 1)).toEqual([[1, '1']]);
    });

    test('resuming from a last event id loses and repeats nothing', async () => {
      const id = await newCoValue(lab.page(0));
      await mutate(lab.page(0), id, 10);
      await using client = await lab.rawClient();
      const resumed = client.events(id, 4, 9);
      // Events from before it subscribed and from while it listens.
      await mutate(lab.page(0), id, 3, 11);
      expect(await resumed).toEqual(upTo(5, 13));
    });

    test('resuming beyond the history gives what is left of it', async () => {
      const id = await newCoValue(lab.page(0));
      await Promise.all(Array.from({ length: 13 }, () => mutate(lab.page(0), id, 20)));
      await using client = await lab.rawClient();
      expect(await client.events(id, 1, 256)).toEqual(upTo(5, 260));
      // 2, 3 and 4.
      lab.droppedEvents += 3;
    });

    test('resuming from the future means from now on', async () => {
      const id = await newCoValue(lab.page(0));
      await mutate(lab.page(0), id, 2);
      await using client = await lab.rawClient();
      const heard = client.events(id, 1_000_000, 1);
      // There is no telling when the subscription stands: mutate until it hears something.
      const stop = new AbortController();
      void heard.finally(() => stop.abort()).catch(() => {});
      while (!stop.signal.aborted) await mutate(lab.page(0), id, 1);
      expect((await heard)[0]).toBeGreaterThan(2);
    });

    // No server answers here: the page does the same on the controls of a transport.
    if (lab.variant.group === 'default' || lab.variant.transport === 'webtransport') {
      describeBrokenServer(lab);
    }

    test('a subscriber that does not read misses events, and costs no more than its queue', async () => {
      const id = await newCoValue(lab.page(0));
      await using client = await lab.rawClient();
      await client.stallEvents(id);
      // 30 MB: its queue takes 10, and up to 12 are on the way (docs/decisions/0010). Counted when
      // the subscription ends.
      await lab.page(0).evaluate(async (id) => {
        const transport = await window.holbench.transport();
        const mutation = { preview: 'p'.repeat(40_000) };
        for (let time = 0; time < 75; time++) {
          const mutate = () => transport.mutate(id, mutation, AbortSignal.timeout(5_000));
          await Promise.all(Array.from({ length: 10 }, mutate));
        }
      }, id);
      lab.droppedEvents++;
    });
  });
}

function describeBrokenServer(lab: LabUnderTest): void {
  test('a server that breaks the protocol ends a subscription, which is not resumed', async () => {
    await using stack = new AsyncDisposableStack();
    const page = await lab.openPage();
    stack.defer(() => page.context().close());
    const broken = await breakEvents(page, lab.variant);
    const code = await page.evaluate(async () => {
      const transport = await window.holbench.transport();
      const { value } = await transport.list(AbortSignal.timeout(5_000));
      const signal = AbortSignal.timeout(5_000);
      const { failed } = await transport.subscribe(value[0]?.id ?? '', () => {}, signal);
      const late = new Promise<never>((_resolve, reject) =>
        setTimeout(reject, 5_000, { code: 'nothing happened' }),
      );
      return Promise.race([failed, late]).catch((error: { code: string }) => error.code);
    });
    expect(code).toBe('malformed_message');
    // The page's own back-off begins as early.
    await page.waitForTimeout(10 * RETRY_MS);
    expect(broken.subscriptions).toBe(1);
    expect(broken.closeCode).toBe(lab.variant.transport === 'websocket' ? 4002 : null);
  });
}
