import { isIP } from 'node:net';
import { LabError } from '@holbench/protocol/errors';
import { admission, DOOR_HEADERS, entrance } from './access.ts';
import { errorResponse } from './responses.ts';
import type { LabResponse } from './route.ts';

/** The part of a request by which a server decides before it reads a body, or opens a WebSocket. */
export interface RequestHead {
  readonly method: string | undefined;
  /** Path and query. */
  readonly url: string | undefined;
  readonly cookie: string | undefined;
  /** Or `:authority`. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
}

/** @returns the answer to a request that may not pass, or that brings the token; else null. */
export type Gate = (head: RequestHead) => LabResponse | null;

/** What the page sends. A form of another site cannot send these types without asking first, which is refused. */
const BODY_TYPES: Readonly<Record<string, readonly string[]>> = {
  POST: ['application/json'],
  PATCH: ['application/json'],
  PUT: ['application/octet-stream', 'application/json'],
};

/**
 * Keeps out pages of other sites, which a browser on this machine may have open: their WebSockets, forms and fetches
 * (`Origin`, the body's type), and names that lead to this address ("DNS rebinding": `Host`).
 * @param token null: none is needed. With one any name is right, because the token's cookie is of one name.
 */
export function gate(token: string | null): Gate {
  const admits = admission(token);
  const enter = token === null ? () => null : entrance(token);
  return ({ method = '', url, cookie, host, origin, contentType }) => {
    const entered = enter(method, url);
    if (entered) return entered;
    if (!admits(cookie))
      return refusal('This server answers only with its token: open the address that was printed.');
    if (token === null && host !== undefined && !isAddress(host)) {
      return refusal('Open this server by its address: another name may be of another site.');
    }
    if (origin !== undefined && origin !== `https://${host}`) {
      return refusal('Pages of another origin may not use this server.');
    }
    const types = BODY_TYPES[method];
    if (types && !types.includes(contentType ?? '')) {
      const rule = `a body of ${method} must be ${types.join(' or ')}`;
      return errorResponse(new LabError('unsupported_data', rule));
    }
    return null;
  };
}

/** Whether a `Host` header has an IP address, or `localhost`, which no other site can own. */
function isAddress(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

function refusal(why: string): LabResponse {
  const body = new TextEncoder().encode(`${why}\n`);
  return {
    status: 403,
    headers: { ...DOOR_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
    contentLength: body.byteLength,
    body,
  };
}
