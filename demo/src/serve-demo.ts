import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  refuse,
  type ServedFiles,
  type ServedFolder,
  serveFiles,
  type ServeOptions,
} from '@holbench/harness/web/serve-files';
import { messageOf } from '@holbench/process/user-error';
import { parseJson } from '@holbench/protocol/parse';
import { Choice, CHOICE_PATH } from './race/race.ts';

interface DemoOptions extends Omit<ServeOptions, 'handle'> {
  /** What the page may ask for; missing: nothing. */
  readonly asked?: Asked;
}

interface Asked {
  /** Those that it may name: a network may be a file. */
  readonly networks: readonly string[];
  readonly onChoice: (choice: Choice) => void;
}

/** Longer than any request. */
const MOST_BYTES = 1_000;

/**
 * Serves the page of the demo, which may ask for another race.
 * @throws UserError when the port is in use.
 */
export function serveDemo(
  files: Pick<ServedFiles, 'get'>,
  { asked, ...options }: DemoOptions,
): Promise<ServedFolder> {
  const handle = (request: IncomingMessage, response: ServerResponse, origin: string): boolean => {
    if (asked === undefined || request.method !== 'POST' || request.url !== `/${CHOICE_PATH}`) {
      return false;
    }
    void answer(request, response, { origin, asked });
    return true;
  };
  return serveFiles(files, { ...options, handle });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, asked }: { readonly origin: string; readonly asked: Asked },
): Promise<void> {
  try {
    const choice = await readChoice(request, origin);
    if (!asked.networks.includes(choice.network)) throw new Error('there is no such network');
    response.writeHead(202).end();
    asked.onChoice(choice);
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
  return parseJson(Choice, await text(request));
}
