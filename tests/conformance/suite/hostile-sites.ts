import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { openHttpClient } from '@holbench/raw-clients/open-client';
import { httpProtocol } from '@holbench/variants/protocols';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { statusOf } from '../lab/raw-tls.ts';

const FOREIGN = 'https://other.example';

/** What a page of another site could make a browser send; by raw clients, as no browser lets a test say it: over TCP. */
export function describeHostileSites(lab: LabUnderTest): void {
  const protocol = httpProtocol(lab.variant);
  if (protocol === 'h3') return;
  const nameHeader = protocol === 'h2' ? ':authority' : 'host';
  // On the variants of WebSockets and WebTransport the page alone is served so.
  const path = lab.variant.transport === 'http' ? '/covalues' : '/';

  describe('requests of other sites', () => {
    test.each<[string, Record<string, string>]>([
      ['an origin', { origin: FOREIGN }],
      ['the origin of a page without one', { origin: 'null' }],
      ['the origin of another port', { origin: 'https://127.0.0.1:1' }],
      ['a name that leads here', { [nameHeader]: 'rebound.example' }],
    ])('%s is refused', async (_name, headers) => {
      await using client = openHttpClient(protocol, lab.origin);
      expect((await client.exchange({ path, headers })).status).toBe(403);
      expect((await client.exchange({ path })).status).toBe(200);
    });

    test.runIf(lab.variant.transport === 'http').each([
      ['POST', 'text/plain'],
      ['POST', 'application/x-www-form-urlencoded'],
      ['PUT', 'multipart/form-data'],
    ])('a body of %s as %s is refused', async (method, type) => {
      await using client = openHttpClient(protocol, lab.origin);
      const headers = { 'content-type': type };
      const request = { method, path: '/covalues/co_ffffffffffffffff/file/chunks/0', headers };
      expect((await client.exchange({ ...request, body: '{}' })).status).toBe(415);
    });

    test.runIf(lab.variant.transport === 'websocket' && protocol === 'http/1.1').each([
      ['another origin', `host: localhost\r\norigin: ${FOREIGN}`, '403'],
      ['a name that leads here', 'host: rebound.example', '403'],
      ['its own page', 'host: localhost\r\norigin: https://localhost', '101'],
    ])('a WebSocket of %s', async (_name, fields, status) => {
      const head = [
        `GET ${WEBSOCKET_PATH} HTTP/1.1`,
        fields,
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        `sec-websocket-protocol: ${WEBSOCKET_SUBPROTOCOL}`,
      ];
      expect(await statusOf(lab.port, `${head.join('\r\n')}\r\n\r\n`)).toBe(status);
    });
  });
}
