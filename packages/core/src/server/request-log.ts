import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '@holbench/protocol/errors';
import type { Logger } from 'pino';
import { endProcess } from './end-process.ts';

/**
 * How a request ended: the status of HTTP, `ok` or the error's code over WebSocket, or `cancelled`
 * when its client cancelled it, or left, before its answer was complete.
 */
export type Outcome = number | 'ok' | 'cancelled' | ErrorCode;

/** Writes the line of one request; only the first call does. */
export type Answered = (outcome: Outcome) => void;

/** Factor `logging`: one JSON line per answered request, by pino with its own fields. */
export class RequestLog {
  readonly #logger: Logger;
  readonly #fd: number;
  #closed = false;

  private constructor(logger: Logger, fd: number) {
    this.#logger = logger;
    this.#fd = fd;
  }

  /** @param folder must exist. Ends the process when the file cannot be created. */
  static async open(folder: string): Promise<RequestLog> {
    // Loaded here: servers that log nothing would hold 4 MB more.
    const { pino } = await import('pino');
    const path = join(folder, 'requests.log');
    let fd: number;
    try {
      fd = openSync(path, 'ax');
    } catch (error) {
      endProcess(`cannot create ${path}`, error);
    }
    // Synchronous, so that no line waits in memory: an error ends the process at its own line.
    const destination = pino.destination({ dest: fd, sync: true });
    destination.on('error', (error) => endProcess(`cannot append to ${path}`, error));
    return new RequestLog(pino(destination), fd);
  }

  /** A request has arrived. @param operation the message's type, or method and path. */
  begin(operation: string): Answered {
    const beganAt = performance.now();
    let isAnswered = false;
    return (outcome) => {
      if (isAnswered || this.#closed) return;
      isAnswered = true;
      // To the microsecond.
      const durationMs = Math.round((performance.now() - beganAt) * 1_000) / 1_000;
      this.#logger.info({ operation, outcome, durationMs });
    };
  }

  /** Requests that are answered later have no line. */
  close(): void {
    this.#closed = true;
    closeSync(this.#fd);
  }
}
