import { createHash, timingSafeEqual } from 'node:crypto';
import { NO_STORE } from './responses.ts';
import type { LabResponse } from './route.ts';

/** Environment variable of a server's token. A command line would show it to every user of the machine. */
export const TOKEN_VARIABLE = 'HOLBENCH_SERVER_TOKEN';
/** At least 96 bits where it is made at random. Its characters need no quoting in a cookie or an address. */
const TOKEN = /^[\w-]{16,256}$/;
/** Of this host alone and over TLS alone. A browser sends it to every port of the host. */
export const TOKEN_COOKIE = '__Host-holbench';

/** Whether a server may answer a request with this `Cookie` header. */
export type Admits = (cookies: string | undefined) => boolean;

/** @param token null: every request is answered. */
export function admission(token: string | null): Admits {
  if (token === null) return () => true;
  const isRight = tokenCheck(token);
  return (cookies = '') =>
    cookies
      .split(';')
      .map((each) => each.trim())
      .some(
        (each) =>
          each.startsWith(`${TOKEN_COOKIE}=`) && isRight(each.slice(TOKEN_COOKIE.length + 1)),
      );
}

/** Compares a text with a token. The time that it takes tells nothing of the token. */
export function tokenCheck(token: string): (given: string) => boolean {
  const expected = sha256(token);
  return (given) => timingSafeEqual(sha256(given), expected);
}

/** Whether a text can be a token: 16 to 256 of `A-Z`, `a-z`, `0-9`, `_` and `-`. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The `Cookie` header of a client that has the token. */
export function tokenCookie(token: string): string {
  return `${TOKEN_COOKIE}=${token}`;
}

/** The `Set-Cookie` header that gives it to a browser. */
export function setTokenCookie(token: string): string {
  return `${tokenCookie(token)}; Path=/; Secure; HttpOnly; SameSite=Strict`;
}

/**
 * A redirect by status would be part of the navigation that another site began, by a link in a chat. A browser
 * sends no strict cookie with that one. The address that it leads to is without the token.
 */
const ENTER = `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=/">
<title>Wait: holbench</title>
<a href="/">Go on to holbench</a>
`;

/** Of every answer of a page that only lets in, or does not. */
export const DOOR_HEADERS = {
  ...NO_STORE,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * The answer to the address that brings the token, `/?token=…`: it gives the browser the cookie.
 * @returns of any other request null.
 */
export function entrance(
  token: string,
): (method: string | undefined, url: string | undefined) => LabResponse | null {
  const isRight = tokenCheck(token);
  const body = new TextEncoder().encode(ENTER);
  const headers = {
    ...DOOR_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'set-cookie': setTokenCookie(token),
  };
  return (method, url = '') => {
    const given = /^\/\?token=([^&]*)$/.exec(url)?.[1];
    if (method !== 'GET' || given === undefined || !isRight(given)) return null;
    return { status: 200, headers, contentLength: body.byteLength, body };
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
