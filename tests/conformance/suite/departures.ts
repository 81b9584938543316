import { departuresOf } from '@holbench/test-support/net-log';
import { requestsAtOnce } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';

const MESSAGES = 100;
/** The address of a load. */
const MESSAGE = /\/covalues\/[^/?]+\?op=/;
/**
 * Connections or streams that are left to messages; event streams hold the others. With one, what a busy page learns
 * late is little beside the wait. Over HTTP/2 requests would then leave in another order than they were made.
 */
const FREE = { h2: 3, others: 1 } as const;

/** Of the median message, in ms. */
const CLOCKS_DIFFER = 5;
/** Of the median wait, as a factor: over HTTP/1.1 requests leave in their order. */
const HTTP1_FACTOR = 1.5;
/**
 * HTTP/2 does not quite keep the order of requests that are made at once, and over QUIC a server may give room for a
 * stream before its answer has arrived.
 */
const STREAMS_FACTOR = 2.5;
/** A page that another test keeps busy learns late what has left: that is measured again, and counted as a retry. */
const RETRIES = 2;
/** Messages are given up after this time, in ms. */
const GIVEN_UP_MS = 300;

/** What the transport said of when one message left: in ms since 1970, null for never. */
interface Said {
  /** Until it was answered or given up: by the page's count of what the browser has under way. */
  readonly byCount: readonly (number | null)[];
  /** With what its resource entry said, which comes last. */
  readonly all: readonly (number | null)[];
  readonly answered: boolean;
}

/** Messages that wait in the browser: when they leave, three times over. */
export function describeDepartures(lab: LabUnderTest): void {
  const { variant } = lab;
  const atOnce = requestsAtOnce(variant);
  if (atOnce === null || atOnce === Infinity) return;
  describe('messages that wait in the browser', () => {
    test(
      `leave when one of ${atOnce} is free, by the net log, the resource entry and our count`,
      { retry: RETRIES },
      async () => {
        let said: Said[] = [];
        const path = await lab.netLogOfVisit(async (page) => {
          const free = variant.protocol === 'h2' ? FREE.h2 : FREE.others;
          const given = { held: atOnce - free, messages: MESSAGES, giveUpMs: 25_000 };
          said = await page.evaluate(sendBeside, given);
        });
        const logged = (await departuresOf(path, MESSAGE)).slice(-MESSAGES);
        expect(logged).toHaveLength(MESSAGES);
        expect(said.every(({ answered }) => answered)).toBe(true);
        const apart = sorted(
          said.map(({ all }, index) => Math.abs((all.at(-1) ?? NaN) - (logged[index] ?? NaN))),
        );
        const counted = said.flatMap(({ byCount }) => byCount[0] ?? []);
        const first = Math.min(...logged);
        const waited = { logged: middle(logged) - first, counted: middle(counted) - first };
        console.log(
          `${variant.id}: requestStart is ${middle(apart).toFixed(1)} ms from the net log in the median, ${apart.at(-1)?.toFixed(1)} at most; ` +
            `median wait in the browser ${waited.logged.toFixed(0)} ms by the net log, ${waited.counted.toFixed(0)} by our count of ${counted.length}`,
        );
        expect(middle(apart)).toBeLessThan(CLOCKS_DIFFER);
        // Else nothing waited.
        expect(waited.logged).toBeGreaterThan(2 * CLOCKS_DIFFER);
        const factor = variant.protocol === 'http/1.1' ? HTTP1_FACTOR : STREAMS_FACTOR;
        expect(waited.counted).toBeLessThan(factor * waited.logged);
        expect(waited.counted).toBeGreaterThan(waited.logged / factor);
      },
    );

    test('never leave where they are given up while none is free', async () => {
      let said: Said[] = [];
      const path = await lab.netLogOfVisit(async (page) => {
        const given = { held: atOnce, messages: 5, giveUpMs: GIVEN_UP_MS };
        said = await page.evaluate(sendBeside, given);
      });
      expect(said.some(({ answered }) => answered)).toBe(false);
      expect(said.map(({ all }) => all)).toEqual(Array.from({ length: 5 }, () => [null]));
      expect(await departuresOf(path, MESSAGE)).toEqual([]);
    });
  });
}

function sorted(all: readonly number[]): number[] {
  return all.toSorted((a, b) => a - b);
}

function middle(all: readonly number[]): number {
  return sorted(all)[Math.floor(all.length / 2)] ?? NaN;
}

/** In the page: `held` event streams, and then all messages at once, which are given up after a time. */
async function sendBeside({
  held,
  messages,
  giveUpMs,
}: {
  readonly held: number;
  readonly messages: number;
  readonly giveUpMs: number;
}): Promise<Said[]> {
  const transport = await window.holbench.transport();
  const signal = AbortSignal.timeout(25_000);
  const { value: list } = await transport.list(signal);
  // Entries are observed, so that a full buffer loses none.
  performance.setResourceTimingBufferSize(0);
  const [covalue] = list;
  if (!covalue) throw new Error('the server has no CoValues');
  const { id } = covalue;
  await Promise.all(Array.from({ length: held }, () => transport.subscribe(id, () => {}, signal)));
  return Promise.all(
    Array.from({ length: messages }, async () => {
      const all: (number | null)[] = [];
      const loaded = await transport
        .load(id, AbortSignal.timeout(giveUpMs), (atMs) =>
          all.push(atMs === null ? null : performance.timeOrigin + atMs),
        )
        .catch(() => null);
      const byCount = [...all];
      await loaded?.protocol;
      return { byCount, all, answered: loaded !== null };
    }),
  );
}
