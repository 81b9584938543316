import type { IncomingMessage, ServerResponse } from 'node:http';
import { admission, setTokenCookie, tokenCheck } from '@holbench/core/http/access';

/**
 * A redirect by status would be part of the navigation that another site began, by a link in a chat. A browser
 * sends no strict cookie with that one. The address that it leads to is without the token.
 */
const ENTER = `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=/">
<title>Wait: holbench</title>
<a href="/">Open the demo</a>
`;

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Stands before the page of a demo that has a token. */
export interface Door {
  /** @returns true for a request that it has answered: one that brings the token, or has none. */
  handles(request: IncomingMessage, response: ServerResponse): boolean;
}

/** An address with the token, `/?token=…`, gives the browser a cookie; with the cookie all others are open. */
export function doorOf(token: string): Door {
  const [admits, isRight] = [admission(token), tokenCheck(token)];
  return {
    handles(request, response) {
      const { method, url = '', headers } = request;
      const given = /^\/\?token=([^&]*)$/.exec(url)?.[1];
      if (method === 'GET' && given !== undefined && isRight(given)) {
        response
          .writeHead(200, {
            ...HEADERS,
            'content-type': 'text/html; charset=utf-8',
            'set-cookie': setTokenCookie(token),
          })
          .end(ENTER);
        return true;
      }
      if (admits(headers.cookie)) return false;
      // Its body is not read.
      response.once('finish', () => void (request.complete || request.destroy()));
      response
        .writeHead(403, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' })
        .end('Open the address with the token that pnpm demo printed.\n');
      return true;
    },
  };
}
