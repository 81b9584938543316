import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  refuse,
  type ServedFiles,
  type ServedFolder,
  serveFiles,
  type ServeOptions,
} from '@holbench/harness/web/serve-files';
import { NETWORKS } from '@holbench/netem/profiles';
import { messageOf } from '@holbench/process/user-error';
import { parseJson } from '@holbench/protocol/parse';
import * as v from 'valibot';
import { Choice, CHOICE_PATH } from './race/race.ts';

interface DemoOptions extends Omit<ServeOptions, 'handle'> {
  /** Is given what the page asks for; missing: it can ask for nothing. */
  readonly onChoice?: (choice: Choice) => void;
}

/** A page names networks of the lab, and no file. */
const Asked = v.strictObject({
  ...Choice.entries,
  network: v.picklist(NETWORKS.map(({ id }) => id)),
});
/** Longer than any request. */
const MOST_BYTES = 1_000;

/**
 * Serves the page of the demo, which may ask for another race.
 * @throws UserError when the port is in use.
 */
export function serveDemo(
  files: Pick<ServedFiles, 'get'>,
  { onChoice, ...options }: DemoOptions,
): Promise<ServedFolder> {
  const handle = (request: IncomingMessage, response: ServerResponse, origin: string): boolean => {
    if (onChoice === undefined || request.method !== 'POST' || request.url !== `/${CHOICE_PATH}`) {
      return false;
    }
    void answer(request, response, { origin, onChoice });
    return true;
  };
  return serveFiles(files, { ...options, handle });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, onChoice }: { readonly origin: string; readonly onChoice: (choice: Choice) => void },
): Promise<void> {
  try {
    const choice = await readChoice(request, origin);
    response.writeHead(202).end();
    onChoice(choice);
  } catch (error) {
    refuse(response, 400, messageOf(error));
  }
}

/** @throws Error that says what is wrong: it comes from elsewhere, or is no choice. */
async function readChoice(request: IncomingMessage, origin: string): Promise<Choice> {
  const { headers } = request;
  // A form of a foreign page can send neither.
  if (headers.origin !== origin) throw new Error('only the demo’s own page may ask');
  if (headers['content-type'] !== 'application/json') throw new Error('expected JSON');
  if (!(Number(headers['content-length']) <= MOST_BYTES))
    throw new Error('the request is too long');
  return parseJson(Asked, await text(request));
}
