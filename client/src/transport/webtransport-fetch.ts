import { pageError } from '@holbench/scenarios/port/transport-error';
import { parseJson } from '@holbench/protocol/parse';
import * as v from 'valibot';
import { StreamBody } from './webtransport-body.ts';

/** The head of an answer, as gateway/src/head.rs writes it. */
const ResponseHead = v.strictObject({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
});

/** In front of each head: its length. */
const LENGTH_BYTES = 4;
const MAX_HEAD_BYTES = 64 * 1024;

/**
 * `fetch` by one stream of a session: a head, the body, and the end of the stream; then the same back.
 * What breaks the stream rejects as `fetch` does.
 */
export async function fetchByStream(
  session: WebTransport,
  url: string,
  { method = 'GET', headers, body = null, signal = null }: RequestInit,
): Promise<Response> {
  signal?.throwIfAborted();
  const { pathname, search } = new URL(url);
  const content = bytesOf(body);
  const head = {
    method,
    path: `${pathname}${search}`,
    headers: Object.fromEntries(new Headers(headers)),
    bodyBytes: content.byteLength,
  };
  const { readable, writable } = await openStream(session);
  const writer = writable.getWriter();
  const answer = new StreamBody(readable, signal, () => void writer.abort().catch(ignoreFailure));
  // Their failure is the answer's, too.
  void writer.write(framed(head, content)).catch(ignoreFailure);
  void writer.close().catch(ignoreFailure);
  try {
    const prefix = await answer.take(LENGTH_BYTES);
    const length = new DataView(prefix.buffer).getUint32(0);
    if (length > MAX_HEAD_BYTES) {
      throw pageError(
        'unexpected_answer',
        `a head has ${length} bytes, more than ${MAX_HEAD_BYTES}`,
      );
    }
    const json = new TextDecoder().decode(await answer.take(length));
    const { status, headers: answered } = parseJson(ResponseHead, json);
    return new Response(answer.stream(), { status, headers: answered });
  } catch (error) {
    answer.cancel();
    throw error;
  }
}

async function openStream(session: WebTransport): Promise<WebTransportBidirectionalStream> {
  try {
    return await session.createBidirectionalStream();
  } catch (cause) {
    const message = 'the WebTransport session is lost, or has too many requests open';
    throw new TypeError(message, { cause });
  }
}

/** Head and body in one piece, so that a small request is one packet. */
function framed(head: object, content: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(LENGTH_BYTES + json.byteLength + content.byteLength);
  new DataView(bytes.buffer).setUint32(0, json.byteLength);
  bytes.set(json, LENGTH_BYTES);
  bytes.set(content, LENGTH_BYTES + json.byteLength);
  return bytes;
}

function bytesOf(body: BodyInit | null): Uint8Array {
  if (body === null) return new Uint8Array(0);
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError('the body is neither a text nor bytes');
}

const ignoreFailure = () => {};
