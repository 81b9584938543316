import type { Readable } from 'node:stream';
import { SSE_MUTATION } from '@holbench/protocol/bodies';
import { createParser } from 'eventsource-parser';

/**
 * The ids of the mutations in an event stream, as they arrive, up to its end. The parser is neither the servers' nor the
 * page's: what servers write is read here by the HTML standard's rules.
 */
export async function* mutationIds(body: Readable): AsyncGenerator<number> {
  const arrived: number[] = [];
  // An id is that of later events too, until there is another.
  let lastId = '';
  const parser = createParser({
    onId: (id) => (lastId = id),
    onEvent: ({ event }) => {
      if (event === SSE_MUTATION) arrived.push(Number(lastId));
    },
  });
  for await (const piece of body.setEncoding('utf8')) {
    parser.feed(String(piece));
    yield* arrived.splice(0);
  }
}
