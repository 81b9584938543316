import type { EventEmitter } from 'node:events';
import type { Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';

/**
 * The TLS sockets of HTTP/2 sessions, to cut a connection off: a session that is destroyed waits until its output
 * is read, and keeps it.
 */
export class SessionSockets {
  readonly #sockets = new Set<TLSSocket>();
  readonly #ofSession = new WeakMap<object, TLSSocket>();

  /** @param server whose connections it knows from now on. */
  constructor(server: EventEmitter) {
    let accepted: TLSSocket | undefined;
    // Before the library's listener, which makes the session at once.
    server.prependListener('secureConnection', (socket: TLSSocket) => {
      accepted = socket;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('session', (session: Http2Session) => {
      if (accepted) this.#ofSession.set(session, accepted);
    });
  }

  /** Cuts off the connection of a session. */
  terminate(session: object): void {
    this.#ofSession.get(session)?.destroy();
  }

  terminateAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
