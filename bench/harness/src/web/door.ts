import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { admission, DOOR_HEADERS, entrance } from '@holbench/core/http/access';

/** Stands before the pages of a server that has a token. */
export interface Door {
  /** @returns true for a request that it has answered: one that brings the token, or has none. */
  handles(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A token that nobody guesses. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** An address with the token, `/?token=…`, gives the browser a cookie; with the cookie all others are open. */
export function doorOf(token: string): Door {
  const [admits, enter] = [admission(token), entrance(token)];
  return {
    handles(request, response) {
      const { method, url = '', headers } = request;
      const entered = enter(method, url);
      if (entered) {
        response.writeHead(entered.status, entered.headers).end(entered.body);
        return true;
      }
      if (admits(headers.cookie)) return false;
      // Its body is not read.
      response.once('finish', () => void (request.complete || request.destroy()));
      response
        .writeHead(403, { ...DOOR_HEADERS, 'content-type': 'text/plain; charset=utf-8' })
        .end('Open the address with the token that was printed.\n');
      return true;
    },
  };
}
