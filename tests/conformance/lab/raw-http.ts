import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Variant } from '@holbench/variants/registry';
import type { PageResponse } from './page-fetch.ts';

/** A path sent as it is, which no browser would do: `..` stays `..`. Not for HTTP/3. */
export async function rawGet(variant: Variant, port: number, path: string): Promise<PageResponse> {
  return variant.protocol === 'h2' ? rawHttp2(port, path) : rawHttp1(port, path);
}

/** Begins `count` downloads that are never read, each a response that has begun. */
export async function stalledDownloads(
  variant: Variant,
  port: number,
  path: string,
  count: number,
): Promise<Disposable> {
  if (variant.protocol === 'h2') return stalledHttp2(port, path, count);
  const responses = await Promise.all(Array.from({ length: count }, () => request(port, path)));
  return { [Symbol.dispose]: () => responses.forEach((response) => response.destroy()) };
}

async function request(port: number, path: string): Promise<IncomingMessage> {
  const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false };
  const sent = https.get(options);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
}

async function rawHttp1(port: number, path: string): Promise<PageResponse> {
  const response = await request(port, path);
  const text = (await response.toArray()).join('');
  return { status: response.statusCode ?? 0, text };
}

async function rawHttp2(port: number, path: string): Promise<PageResponse> {
  const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  try {
    const stream = session.request({ ':path': path });
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    return { status: Number(headers[':status']), text: (await stream.toArray()).join('') };
  } finally {
    session.destroy();
  }
}

async function stalledHttp2(port: number, path: string, count: number): Promise<Disposable> {
  const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  const streams = Array.from({ length: count }, () => session.request({ ':path': path }));
  for (const stream of streams) stream.on('error', () => {});
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  return { [Symbol.dispose]: () => session.destroy() };
}
