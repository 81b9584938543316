import type { Connection } from '@holbench/core/connection';
import { BEHAVIOURS, type Behaviour, PIECE_BYTES } from './behaviours.ts';

/** A test's part on the server, found by the address that its peer asked for. */
export interface Served {
  /** Of the response's body, in bytes. */
  readonly contentLength: number;
  /** Has the behaviour use `connection`, and reports to the parent process. */
  run(connection: Connection): void;
}

/** @throws Error for an address that names no behaviour. */
export function behaviourAt(url = ''): Served {
  const found = Object.entries(BEHAVIOURS).find(([name]) => url === `/${name}`);
  if (!found) throw new Error(`no behaviour at ${url}`);
  const behaviour: Behaviour = found[1];
  return {
    contentLength: behaviour.pieces * PIECE_BYTES,
    run: (connection) =>
      void behaviour
        .run(connection, (event) => process.send?.(event))
        .catch((error: unknown) => process.send?.(`failed: ${String(error)}`)),
  };
}

/** Says which port the server listens on. */
export function listening(port: number): void {
  process.send?.(port);
}
