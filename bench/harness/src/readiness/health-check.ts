import { request as httpRequest } from 'node:http';
import { connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { HEALTH_PATH, Health } from '@holbench/protocol/health';
import * as v from 'valibot';

/** How to ask: with prior knowledge of what the server speaks. */
export type HealthProtocol = 'http/1.1' | 'h2';

/**
 * One `GET /healthz`. The certificate is not checked: this asks whether the server is there, and
 * it is ours by the variant that it names.
 * @param origin such as "https://127.0.0.1:8443".
 * @returns what it answered, or null for no or another answer within `timeoutMs` milliseconds.
 */
export async function readHealth(
  origin: string,
  protocol: HealthProtocol,
  timeoutMs: number,
): Promise<Health | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const body = await (protocol === 'h2' ? getHttp2(origin, signal) : getHttp1(origin, signal));
    return v.parse(Health, JSON.parse(body));
  } catch {
    return null;
  }
}

async function getHttp1(origin: string, signal: AbortSignal): Promise<string> {
  const url = new URL(HEALTH_PATH, origin);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    send(url, { agent: false, rejectUnauthorized: false, signal })
      .on('response', (response) => void text(response).then(resolve, reject))
      .on('error', reject)
      .end();
  });
}

async function getHttp2(origin: string, signal: AbortSignal): Promise<string> {
  const session = connect(origin, { rejectUnauthorized: false });
  try {
    return await new Promise((resolve, reject) => {
      session.on('error', reject);
      const stream = session.request({ ':path': HEALTH_PATH }, { signal }).on('error', reject);
      text(stream).then(resolve, reject);
    });
  } finally {
    session.destroy();
  }
}
