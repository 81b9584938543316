import { once } from 'node:events';
import { connect } from 'node:http2';
import { ErrorBody } from '@holbench/protocol/errors';
import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { CreatedCoValue } from '@holbench/protocol/bodies';
import { parseJson } from '@holbench/protocol/parse';
import { openHttpClient } from '@holbench/raw-clients/open-client';
import { httpProtocol } from '@holbench/variants/protocols';
import {
  CLIENT_PROTOCOL_HEADER,
  type Variant,
  type VariantProxy,
} from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import {
  expectRefusal,
  pageFetch,
  type PageRequest,
  type PageResponse,
} from '../lab/page-fetch.ts';
import { idWithFile, TEXT } from '../lab/page-operations.ts';
import { garbageEndsItsConnection, statusOf } from '../lab/raw-tls.ts';

const UNKNOWN = 'co_ffffffffffffffff';
const OVER = MAX_MESSAGE_BYTES + 1;

/** `reset`: it resets the stream, and the connection lives on. */
type AtProxy = PageResponse | 'reset';

/**
 * How the HTTP library of a proxy refuses an address that cannot be decoded, before the proxy
 * itself sees the request; null where it passes it on.
 */
const UNDECODABLE_AT_PROXY: Readonly<
  Record<VariantProxy['kind'], Readonly<Record<VariantProxy['protocol'], AtProxy>> | null>
> = {
  caddy: { 'http/1.1': { status: 400, text: '400 Bad Request' }, h2: 'reset', h3: 'reset' },
  envoy: null,
  nginx: null,
  gateway: null,
};

/** nginx decodes an address before it chooses where it goes, and refuses what leads out of the root or has a null byte. */
function isRefusedByNginx({ proxy }: Pick<Variant, 'proxy'>, path: string): boolean {
  return proxy?.kind === 'nginx' && /%00|\.\.\/|%2e%2e|\/\.\.$/.test(path);
}

function expectNginxRefusal({ status, text }: PageResponse): void {
  expect(status).toBe(400);
  expect(text).toContain('<title>400 Bad Request</title>');
}

/** On every variant, as each serves its page by HTTP; what concerns CoValues where HTTP does. */
export function describeHostileHttp(lab: LabUnderTest): void {
  const { proxy, capabilities, transport, server } = lab.variant;
  const isHttp = transport !== 'websocket';
  describe('hostile HTTP requests', () => {
    test.each([
      ['an unknown address', '/nowhere'],
      ['an encoded path for an id', '/covalues/%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
      ['an encoded path for an asset', '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json'],
      ['a null byte', '/index.html%00'],
      ['a very long id', `/covalues/${'a'.repeat(5_000)}`],
    ])('%s is a 404 in JSON', async (_name, path) => {
      const { status, text } = await pageFetch(lab.page(0), path);
      if (isRefusedByNginx(lab.variant, path)) return expectNginxRefusal({ status, text });
      expect(status).toBe(404);
      expect(['unknown_route', 'unknown_covalue']).toContain(parseJson(ErrorBody, text).error);
    });

    test('a path that cannot be decoded is refused', async () => {
      const answer = pageFetch(lab.page(0), '/covalues/%zz');
      const atProxy = proxy && UNDECODABLE_AT_PROXY[proxy.kind]?.[proxy.protocol];
      if (atProxy === 'reset') await expect(answer).rejects.toThrow('Failed to fetch');
      else if (atProxy) expect(await answer).toEqual(atProxy);
      else if (proxy?.kind === 'nginx') expectNginxRefusal(await answer);
      else if (capabilities.includes('checks-before-routing')) {
        expectRefusal(await answer, 400, 'malformed_message');
      } else expectRefusal(await answer, 404, isHttp ? 'unknown_covalue' : 'unknown_route');
    });

    test('a method that no route has is a 404', async () => {
      expectRefusal(
        await pageFetch(lab.page(0), '/healthz', { method: 'DELETE' }),
        404,
        'unknown_route',
      );
    });

    test('a claim to speak another protocol is not believed', async () => {
      // The header that the lab's own proxy sets. What the server counted, its summary says at the
      // end (evidence.ts).
      const headers = { [CLIENT_PROTOCOL_HEADER]: 'HTTP/9.9' };
      expect((await pageFetch(lab.page(0), '/', { headers })).status).toBe(200);
    });

    test('a body over the limit to an unknown route harms nothing', async () => {
      const body = { zeros: OVER };
      const answer = await pageFetch(lab.page(0), '/nowhere', { method: 'POST', body });
      if (capabilities.includes('checks-before-routing')) {
        expectRefusal(answer, 413, 'message_too_large');
      } else expectRefusal(answer, 404, 'unknown_route');
    });

    const protocol = httpProtocol(lab.variant);
    if (protocol !== 'h3') {
      test.each(['/../../../etc/passwd', '/covalues/../../etc/passwd', '//etc/passwd', '/..'])(
        '%s, sent as it is, is a 404 in JSON',
        async (path) => {
          await using client = openHttpClient(protocol, lab.origin);
          const { status, text } = await client.exchange({ path });
          if (isRefusedByNginx(lab.variant, path)) return expectNginxRefusal({ status, text });
          expect(status).toBe(404);
          parseJson(ErrorBody, text);
        },
      );

      test.runIf(protocol === 'http/1.1')('no page is at `*`', async () => {
        expect(await statusOf(lab.port, 'GET * HTTP/1.1\r\nhost: localhost\r\n\r\n')).toMatch(
          /^(40[04]|505)$/,
        );
      });

      // uWebSockets.js reads a body to its end, and Caddy sends the head on with its first bytes.
      test.runIf(protocol === 'http/1.1' && server.folder === 'node' && proxy?.kind !== 'caddy')(
        'a body that says it is endless is refused before it comes',
        async () => {
          const head =
            'POST /covalues HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000000000000\r\n\r\n';
          expect(await statusOf(lab.port, head)).toBe('413');
        },
      );

      test.runIf(protocol === 'h2')(
        'a body that says it is endless, of a method that no route has, is refused once',
        async () => {
          const session = connect(lab.origin, { rejectUnauthorized: false });
          const headers = { ':method': 'OPTIONS', ':path': '/', 'content-length': '17000000' };
          const request = session.request(headers, { endStream: false });
          const [{ ':status': status }] = await once(request, 'response').catch(() => [{}]);
          session.destroy();
          // The library of Caddy may reset the stream instead.
          if (status !== undefined) expect(status).toBeGreaterThanOrEqual(400);
          await using client = openHttpClient(protocol, lab.origin);
          expect((await client.exchange({ path: '/healthz' })).status).toBe(200);
        },
      );

      test.runIf(lab.variant.protocol === 'h2')('a client of HTTP/1.1 is refused', async () => {
        await using client = openHttpClient('http/1.1', lab.origin);
        const answer = client.exchange({ path: '/healthz' });
        // `node:http2` says why.
        const status = await answer.then(({ status }) => status).catch(() => 'none');
        expect(['none', 403]).toContain(status);
      });

      test('bytes that are no request end their connection only', async () => {
        await garbageEndsItsConnection(lab.variant, lab.port);
      });
    }

    if (isHttp) describeRoutes(lab, 'browser');
    if (transport === 'webtransport') {
      describe('on streams', () => describeRoutes(lab, 'transport'));
    }
  });
}

function describeRoutes(lab: LabUnderTest, by: 'browser' | 'transport'): void {
  const send = (path: string, request: PageRequest = {}): Promise<PageResponse> =>
    pageFetch(lab.page(0), path, request, by);

  test.each(['', '/file', '/events'])('GET of an unknown id%s is a 404', async (rest) => {
    const response = await send(`/covalues/${UNKNOWN}${rest}`);
    expectRefusal(response, 404, 'unknown_covalue');
  });

  test('the file of a CoValue that has none is a 404', async () => {
    const body = JSON.stringify({ text: TEXT });
    const created = await send('/covalues', { method: 'POST', body });
    expect(created.status).toBe(201);
    const { id } = parseJson(CreatedCoValue, created.text);
    expectRefusal(await send(`/covalues/${id}/file`), 404, 'no_file');
  });

  test.runIf(lab.variant.protocol === 'h2')('a body of unannounced length is read', async () => {
    const session = connect(lab.origin, { rejectUnauthorized: false });
    const stream = session.request({
      ':method': 'POST',
      ':path': '/covalues',
      'content-type': 'application/json',
    });
    stream.end(JSON.stringify({ text: TEXT }));
    const [headers]: unknown[] = await once(stream, 'response');
    expect(headers).toMatchObject({ ':status': 201 });
    session.destroy();
  });

  test.each<[string, string | number[], 'malformed_message' | 'invalid_message']>([
    ['no JSON', '{"text":', 'malformed_message'],
    ['nothing', '', 'malformed_message'],
    ['no UTF-8', [0x22, 0xff, 0xfe, 0x22], 'malformed_message'],
    ['an array', '[]', 'invalid_message'],
    ['a number for a text', JSON.stringify({ text: { ...TEXT, title: 1 } }), 'invalid_message'],
    ['an unknown field', JSON.stringify({ text: TEXT, path: '/etc' }), 'invalid_message'],
    [
      'a title too long',
      JSON.stringify({ text: { ...TEXT, title: 'x'.repeat(1_001) } }),
      'invalid_message',
    ],
    [
      'a file too big',
      JSON.stringify({ text: TEXT, file: { bytes: 1e12, sha256: '0'.repeat(64) } }),
      'invalid_message',
    ],
  ])('POST with %s is a 400', async (_name, body, code) => {
    const response = await send('/covalues', { method: 'POST', body });
    expectRefusal(response, 400, code);
  });

  test('PATCH with nothing to change is a 400', async () => {
    const id = await idWithFile(lab.page(0), 0);
    const request = { method: 'PATCH', body: '{}' };
    const response = await send(`/covalues/${id}`, request);
    expectRefusal(response, 400, 'invalid_message');
  });

  test.each([
    ['POST', '/covalues'],
    ['PATCH', `/covalues/${UNKNOWN}`],
    ['PUT', `/covalues/${UNKNOWN}/file/chunks/0`],
  ])('%s %s of more than 1 MiB is a 413', async (method, path) => {
    const response = await send(path, { method, body: { zeros: OVER } });
    expectRefusal(response, 413, 'message_too_large');
  });

  test.each(['abc', '-1', '1.5', '99999999'])('chunk index %s is a 400', async (index) => {
    const path = `/covalues/${UNKNOWN}/file/chunks/${index}`;
    const response = await send(path, { method: 'PUT', body: { zeros: 1 } });
    expectRefusal(response, 400, 'chunk_index');
  });

  test('a chunk for no upload is a 404', async () => {
    const path = `/covalues/${UNKNOWN}/file/chunks/0`;
    const response = await send(path, { method: 'PUT', body: { zeros: 1 } });
    expectRefusal(response, 404, 'unknown_upload');
  });
}
