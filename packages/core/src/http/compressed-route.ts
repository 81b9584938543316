import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import type { Route } from './route.ts';

const CODINGS = { deflate: promisify(deflate), gzip: promisify(gzip) } as const;
export type Coding = keyof typeof CODINGS;

/** Shorter answers would become longer, or nearly as long: what libraries take by default. */
const LEAST_BYTES = 1_024;

/** The route, with longer answers in JSON compressed where the client takes it. */
export function compressedRoute(route: Route, coding: Coding): Route {
  return {
    ...route,
    handle: async (request) => {
      const response = await route.handle(request);
      const { body, headers } = response;
      if (
        !takes(request.acceptEncoding, coding) ||
        typeof body === 'string' ||
        (body?.length ?? 0) < LEAST_BYTES
      )
        return response;
      const compressed = new Uint8Array(await CODINGS[coding](body ?? ''));
      return {
        ...response,
        headers: { ...headers, 'content-encoding': coding },
        contentLength: compressed.byteLength,
        body: compressed,
      };
    },
  };
}

/** Whether a client takes the coding, which it may name with the weight 0 (RFC 9110, section 12.4.2). */
function takes(acceptEncoding: string | undefined, coding: Coding): boolean {
  return (acceptEncoding ?? '').split(',').some((offer) => {
    const [name, weight = 'q=1'] = offer.split(';').map((part) => part.trim());
    return name === coding && Number(weight.replace('q=', '')) > 0;
  });
}
