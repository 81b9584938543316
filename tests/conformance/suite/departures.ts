import { departuresOf } from '@holbench/test-support/net-log';
import { requestsAtOnce } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';

const MESSAGES = 100;
/** The address of a load. */
const MESSAGE = /\/covalues\/[^/?]+\?op=/;
/** Connections or streams that are left to messages, the others being held by event streams. */
const FREE = 3;

/** Of the median message, in ms. */
const CLOCKS_DIFFER = 5;
/** Of the median wait, as a factor: over HTTP/1.1 requests leave in their order. */
const HTTP1_FACTOR = 1.5;
/**
 * HTTP/2 does not quite keep the order of requests that are made at once, and over QUIC a server may give room for a
 * stream before its answer has arrived.
 */
const STREAMS_FACTOR = 2.5;
/** Messages are given up after this time, in ms. */
const GIVEN_UP_MS = 300;

/** When one message left, on the page's clock since 1970, in ms. */
interface Seen {
  /** By the page's count of what the browser has under way; null: it was answered before its turn. */
  readonly countedAtMs: number | null;
  /** By its resource entry. */
  readonly requestStartMs: number;
}

/** Messages that wait in the browser: when they leave, three times over. */
export function describeDepartures(lab: LabUnderTest): void {
  const { variant } = lab;
  const atOnce = requestsAtOnce(variant);
  if (atOnce === null || atOnce === Infinity) return;
  describe('messages that wait in the browser', () => {
    test(`leave when one of ${atOnce} is free, by the net log, the resource entry and our count`, async () => {
      let seen: Seen[] = [];
      const path = await lab.netLogOfVisit(async (page) => {
        seen = await page.evaluate(sendBeside, { held: atOnce - FREE, messages: MESSAGES });
      });
      const logged = (await departuresOf(path, MESSAGE)).slice(-MESSAGES);
      expect(logged).toHaveLength(MESSAGES);
      const apart = sorted(
        seen.map(({ requestStartMs }, index) => Math.abs(requestStartMs - (logged[index] ?? NaN))),
      );
      const counted = seen.flatMap(({ countedAtMs }) => countedAtMs ?? []);
      const first = Math.min(...logged);
      const waited = { logged: middle(logged) - first, counted: middle(counted) - first };
      console.log(
        `${variant.id}: requestStart is ${middle(apart).toFixed(1)} ms from the net log in the median, ${apart.at(-1)?.toFixed(1)} at most; ` +
          `median wait in the browser ${waited.logged.toFixed(0)} ms by the net log, ${waited.counted.toFixed(0)} by our count of ${counted.length}`,
      );
      expect(middle(apart)).toBeLessThan(CLOCKS_DIFFER);
      const factor = variant.protocol === 'http/1.1' ? HTTP1_FACTOR : STREAMS_FACTOR;
      expect(waited.counted).toBeLessThan(factor * waited.logged);
      expect(waited.counted).toBeGreaterThan(waited.logged / factor);
    });

    test('never leave where they are given up while none is free', async () => {
      let left: (number | null)[][] = [];
      const path = await lab.netLogOfVisit(async (page) => {
        const given = { held: atOnce, messages: 5, giveUpMs: GIVEN_UP_MS };
        left = await page.evaluate(giveUpBeside, given);
      });
      expect(left).toEqual(Array.from({ length: 5 }, () => [null]));
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

/** In the page: `held` event streams, and then all messages at once. */
async function sendBeside({
  held,
  messages,
}: {
  readonly held: number;
  readonly messages: number;
}): Promise<Seen[]> {
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
      const leftAtMs: number[] = [];
      const { protocol } = await transport.load(id, signal, (atMs) => leftAtMs.push(atMs ?? NaN));
      const [counted] = leftAtMs;
      await protocol;
      const { timeOrigin } = performance;
      return {
        countedAtMs: counted === undefined ? null : timeOrigin + counted,
        requestStartMs: timeOrigin + (leftAtMs.at(-1) ?? NaN),
      };
    }),
  );
}

/** In the page: the same, but the messages are given up. @returns what was said of when each left. */
async function giveUpBeside({
  held,
  messages,
  giveUpMs,
}: {
  readonly held: number;
  readonly messages: number;
  readonly giveUpMs: number;
}): Promise<(number | null)[][]> {
  const transport = await window.holbench.transport();
  const signal = AbortSignal.timeout(25_000);
  const { value: list } = await transport.list(signal);
  const [covalue] = list;
  if (!covalue) throw new Error('the server has no CoValues');
  const { id } = covalue;
  await Promise.all(Array.from({ length: held }, () => transport.subscribe(id, () => {}, signal)));
  return Promise.all(
    Array.from({ length: messages }, async () => {
      const left: (number | null)[] = [];
      const given = AbortSignal.timeout(giveUpMs);
      await transport.load(id, given, (atMs) => left.push(atMs)).catch(() => {});
      return left;
    }),
  );
}
