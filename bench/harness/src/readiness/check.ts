import { type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { tokenCookie } from '@holbench/core/http/access';
import { BodyBuffer } from '@holbench/core/http/body-buffer';
import { HEALTH_PATH, Health } from '@holbench/protocol/health';
import { PROTOCOLS } from '@holbench/variants/protocols';
import * as v from 'valibot';
import { addressOf } from '../address.ts';
import { answersQuic } from './quic-check.ts';

/** A page of health has a few names. */
const MOST_BYTES = 64 * 1024;

/** How the origin of a Unix socket begins; the rest is its path, with any characters. */
export const UNIX = 'unix:';

/** A readiness check of a server, or of the proxy in front of it. */
export const ReadinessCheck = v.strictObject({
  /** Such as "https://127.0.0.1:8443", or "unix:/tmp/server.sock" of a server behind a proxy. */
  origin: v.string(),
  /** Its protocol. A WebSocket server has its health page over HTTP/1.1. */
  protocol: v.picklist(PROTOCOLS),
  /** Id of the variant that must answer. Not asked over HTTP/3, which Node does not speak. */
  variant: v.string(),
});
export type ReadinessCheck = v.InferOutput<typeof ReadinessCheck>;

/** Reports and terminals show it, and the server may be anybody's. */
const name = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^\P{Cc}*$/u, 'names and versions have no control characters'),
);

/** Versions of a server's Node and libraries, by name; empty where it was not asked. */
export const Versions = v.record(name, name);
export type Versions = v.InferOutput<typeof Versions>;

/**
 * Asks once.
 * @param token of the server, which is no part of the check: that is on a command line.
 * @returns null for a wrong answer, or none before `limit`.
 */
export async function checkOnce(
  { origin, protocol, variant }: ReadinessCheck,
  limit: AbortSignal,
  token?: string,
): Promise<Versions | null> {
  if (protocol === 'h3') {
    const { host, port } = addressOf(origin);
    return (await answersQuic(host, port, limit)) ? {} : null;
  }
  const health = await readHealth(origin, protocol, limit, token);
  return health?.variant === variant ? health.versions : null;
}

/**
 * One `GET /healthz`. The certificate is not checked; the variant in the answer identifies the
 * server.
 * @returns the answer, or null for a wrong answer, or none before `limit`.
 */
export async function readHealth(
  origin: string,
  protocol: Exclude<ReadinessCheck['protocol'], 'h3'>,
  limit: AbortSignal,
  token?: string,
): Promise<Health | null> {
  const headers = token === undefined ? {} : { cookie: tokenCookie(token) };
  try {
    const body = await (protocol === 'h2'
      ? getHttp2(origin, headers, limit)
      : getHttp1(origin, headers, limit));
    const health = v.parse(Health, JSON.parse(body));
    return { ...health, versions: v.parse(Versions, health.versions) };
  } catch {
    return null;
  }
}

async function getHttp1(
  origin: string,
  headers: OutgoingHttpHeaders,
  signal: AbortSignal,
): Promise<string> {
  const options = { path: HEALTH_PATH, headers, agent: false, signal };
  return new Promise((resolve, reject) => {
    (origin.startsWith(UNIX)
      ? httpRequest({ ...options, socketPath: origin.slice(UNIX.length) })
      : httpsRequest(origin, { ...options, rejectUnauthorized: false })
    )
      .on('response', (response) => void textOf(response).then(resolve, reject))
      .on('error', reject)
      .end();
  });
}

async function getHttp2(
  origin: string,
  headers: OutgoingHttpHeaders,
  signal: AbortSignal,
): Promise<string> {
  const session = connect(origin, { rejectUnauthorized: false });
  // Without a listener an error would end this process. The stream tells it, too.
  session.on('error', () => {});
  try {
    return await textOf(session.request({ ':path': HEALTH_PATH, ...headers }, { signal }));
  } finally {
    session.destroy();
  }
}

/** @throws RangeError for more than a page of health has: what runs there may be anybody's. */
async function textOf(answer: Readable): Promise<string> {
  const body = new BodyBuffer(MOST_BYTES);
  for await (const piece of answer) {
    const read: Buffer<ArrayBuffer> = piece;
    body.append(read);
    if (body.isTooLarge) throw new RangeError(`more than ${MOST_BYTES} bytes`);
  }
  return Buffer.from(body.take()).toString('utf8');
}
