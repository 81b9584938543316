import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  refuse,
  type ServedFiles,
  type ServedFolder,
  serveFiles,
  type ServeOptions,
} from '@holbench/harness/web/serve-files';
import { messageOf } from '@holbench/process/user-error';
import { type Control, readControl } from './live/control.ts';
import { CONTROL_PATH } from './race/race.ts';
import { readSave, type SaveRequest } from './save/save-request.ts';
import { SAVE_PATH, type SaveAnswer } from './save/seen.ts';

interface DemoOptions extends Omit<ServeOptions, 'handle'> {
  /** Is given what the page asks for; missing: it can ask for nothing. */
  readonly onControl?: (control: Control) => void;
  /** Saves what the page has seen; missing: it cannot be saved. */
  readonly onSave?: (asked: SaveRequest) => Promise<SaveAnswer>;
}

/**
 * Serves the page of the demo, which may ask for another race, or for what it has seen to be saved.
 * @throws UserError when the port is in use.
 */
export function serveDemo(
  files: ServedFiles,
  { onControl, onSave, ...options }: DemoOptions,
): Promise<ServedFolder> {
  const handle = (request: IncomingMessage, response: ServerResponse, origin: string): boolean => {
    const { method, url } = request;
    const asks = (path: string): boolean => method === 'POST' && url === `/${path}`;
    if (asks(CONTROL_PATH) && onControl !== undefined) {
      void control(request, response, origin, onControl);
      return true;
    }
    if (asks(SAVE_PATH) && onSave !== undefined) {
      void save(request, response, origin, onSave);
      return true;
    }
    return false;
  };
  return serveFiles(files, { ...options, handle });
}

async function control(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  onControl: (control: Control) => void,
): Promise<void> {
  try {
    const asked = await readControl(request, origin);
    // What is asked for ends this server.
    response.writeHead(202).end(() => onControl(asked));
  } catch (error) {
    refuse(response, 400, messageOf(error));
  }
}

async function save(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  onSave: (asked: SaveRequest) => Promise<SaveAnswer>,
): Promise<void> {
  try {
    const answered = JSON.stringify(await onSave(await readSave(request, origin)));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answered);
  } catch (error) {
    refuse(response, 400, messageOf(error));
  }
}
