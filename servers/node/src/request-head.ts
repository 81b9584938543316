import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '@holbench/core/http/gate';

/** What the gate decides by, over HTTP/1.1 and HTTP/2 alike. */
export function headOf({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): RequestHead {
  const authority = headers[':authority'];
  return {
    method,
    url,
    cookie: headers.cookie,
    host: headers.host ?? (typeof authority === 'string' ? authority : undefined),
    origin: headers.origin,
    contentType: headers['content-type'],
  };
}
