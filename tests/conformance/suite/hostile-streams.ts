import '@holbench/scenarios/port/holbench-page';
import { CLIENT_PROTOCOL_HEADER } from '@holbench/variants/registry';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { expectRefusal, pageFetch, type PageResponse } from '../lab/page-fetch.ts';
import { idWithFile } from '../lab/page-operations.ts';

declare global {
  interface Window {
    openSession(path: string): Promise<WebTransport>;
  }
}

/** Largest head that the gateway takes (gateway/src/limits.rs). */
const HEAD_BYTES = 16 * 1024;
/** As there. From then on it asks for a handshake's first packet once more (a Retry of QUIC). */
const HALF_OF_SESSIONS = 64;
/** More than other tests break without counting them. */
const RESETS = 20;

/** Bytes on streams of WebTransport that the page's own transport would not send. */
export function describeHostileStreams(lab: LabUnderTest): void {
  describe('hostile streams', () => {
    test.each<[string, string, number, 'malformed_message' | 'message_too_large']>([
      ['too long', framed('x'.repeat(HEAD_BYTES + 1)), 413, 'message_too_large'],
      ['only announced too long', '\xff\xff\xff\xff', 413, 'message_too_large'],
      ['cut off', framed(headOf()).slice(0, -1), 400, 'malformed_message'],
      ['empty', '', 400, 'malformed_message'],
      ['no JSON', framed('GET / HTTP/1.1\r\n\r\n'), 400, 'malformed_message'],
      ['a second request', framed(headOf({ path: '/\r\nGET /' })), 400, 'malformed_message'],
      ['a method of proxies', framed(headOf({ method: 'CONNECT' })), 400, 'malformed_message'],
      ['another address', framed(headOf({ path: 'http://x/' })), 400, 'malformed_message'],
      ['a body too long', framed(headOf({ bodyBytes: 1e9 })), 413, 'message_too_large'],
      ['more than it says', `${framed(headOf({ bodyBytes: 1 }))}ab`, 400, 'malformed_message'],
      ['more than none', `${framed(headOf({ bodyBytes: 0 }))}ab`, 400, 'malformed_message'],
      ['less than it says', `${framed(headOf({ bodyBytes: 3 }))}ab`, 400, 'malformed_message'],
    ])(
      'a head that is %s is refused, and the session lives on',
      async (_name, sent, status, code) => {
        const page = await openPage(lab);
        const [refused, next] = await answers(page, [sent, framed(headOf())]);
        await page.context().close();
        if (!refused || !next) throw new Error('the page got no answers');
        expectRefusal(refused, status, code);
        expect(next.status).toBe(200);
      },
    );

    test('a claim to speak another protocol is not believed', async () => {
      // What the server counted, its summary says at the end (evidence.ts).
      const headers = { [CLIENT_PROTOCOL_HEADER]: 'HTTP/9.9' };
      const { status } = await pageFetch(lab.page(0), '/covalues', { headers }, 'transport');
      expect(status).toBe(200);
    });

    test('a download that its client resets ends at the server, too', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const read = await lab.page(0).evaluate(
        async ({ id, resets }) => {
          let read = 0;
          for (let time = 0; time < resets; time++) {
            const { body } = await window.holbench.fetch(`/covalues/${id}/file`, {});
            const reader = body?.getReader();
            read += (await reader?.read())?.value?.byteLength ?? 0;
            await reader?.cancel();
          }
          return read;
        },
        { id, resets: RESETS },
      );
      expect(read).toBeGreaterThan(0);
      lab.brokenTransfers += RESETS;
    });

    test('hundreds of requests at once have their answers', async () => {
      const statuses = await lab.page(0).evaluate(async () => {
        const requests = Array.from({ length: 600 }, () => window.holbench.fetch('/healthz', {}));
        const answered = await Promise.all(requests);
        await Promise.all(answered.map((response) => response.text()));
        return answered.map(({ status }) => status);
      });
      expect(new Set(statuses)).toEqual(new Set([200]));
    });

    test('where half of all sessions are open, one more is opened, by a client that shows its address', async () => {
      const page = await openPage(lab);
      const opened = await page.evaluate(async (count) => {
        const sessions = [];
        for (let session = 0; session < count; session++) {
          sessions.push(await window.openSession('/webtransport'));
        }
        for (const session of sessions) session.close();
        return sessions.length;
      }, HALF_OF_SESSIONS + 1);
      expect(opened).toBe(HALF_OF_SESSIONS + 1);
      await page.context().close();
    });

    test('a session of another address is refused', async () => {
      const page = await openPage(lab);
      expect(await opens(page, '/webtransport')).toBe(true);
      expect(await opens(page, '/elsewhere')).toBe(false);
      await page.context().close();
    });
  });
}

/** A page that can open sessions of its own, to any address of the gateway. */
async function openPage(lab: LabUnderTest): Promise<Page> {
  const page = await lab.openPage();
  await page.evaluate(() => {
    window.openSession = async (path) => {
      const { headers } = await fetch('/healthz');
      const hex = /desc="(\w+)"/.exec(headers.get('server-timing') ?? '')?.[1] ?? '';
      const value = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
      const serverCertificateHashes = [{ algorithm: 'sha-256', value }];
      const session = new WebTransport(new URL(path, location.href), { serverCertificateHashes });
      session.closed.catch(() => {});
      await session.ready;
      return session;
    };
  });
  return page;
}

function headOf(changes: Readonly<Record<string, unknown>> = {}): string {
  const head = { method: 'POST', path: '/covalues', headers: {}, bodyBytes: 0 };
  const get = { ...head, method: 'GET', path: '/healthz' };
  return JSON.stringify({ ...('bodyBytes' in changes ? head : get), ...changes });
}

/** With the length in front, as text of one byte a character. */
function framed(head: string): string {
  const length = [24, 16, 8, 0].map((shift) => (head.length >> shift) & 0xff);
  return String.fromCharCode(...length) + head;
}

/** Sends each text on a stream of its own, of one session. */
async function answers(page: Page, texts: readonly string[]): Promise<PageResponse[]> {
  return page.evaluate(async (texts) => {
    const session = await window.openSession('/webtransport');
    const answered = [];
    for (const text of texts) {
      const { readable, writable } = await session.createBidirectionalStream();
      const writer = writable.getWriter();
      const sent = Uint8Array.from(text, (character) => character.charCodeAt(0));
      // The gateway may stop reading.
      writer.write(sent).catch(() => {});
      writer.close().catch(() => {});
      const bytes = new Uint8Array(await new Response(readable).arrayBuffer());
      const bodyAt = 4 + new DataView(bytes.buffer).getUint32(0);
      const decoder = new TextDecoder();
      const head: unknown = JSON.parse(decoder.decode(bytes.subarray(4, bodyAt)));
      const status = Object.entries(head ?? {}).find(([name]) => name === 'status')?.[1];
      answered.push({ status: Number(status), text: decoder.decode(bytes.subarray(bodyAt)) });
    }
    session.close();
    return answered;
  }, texts);
}

async function opens(page: Page, path: string): Promise<boolean> {
  return page.evaluate(
    (path) =>
      window.openSession(path).then(
        () => true,
        () => false,
      ),
    path,
  );
}
