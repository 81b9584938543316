import type { PageSettings } from '@holbench/factors/page-settings';
import { splitBatch } from '@holbench/protocol/message-batch';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { OutgoingMessages } from './outgoing-messages.ts';
import { pageError, TransportError } from '@holbench/scenarios/port/transport-error';

/** Callbacks to the owner of a connection. */
export interface ConnectionEvents {
  /** One message, also of a batch. `atMs` is `performance.now()` at its arrival in the page. */
  text(json: string, atMs: number): void;
  binary(frame: Uint8Array<ArrayBuffer>): void;
  /**
   * The socket has closed unexpectedly: `connection_lost`, or the code of the rule that the server
   * broke.
   */
  lost(error: TransportError): void;
}

/**
 * The server broke the protocol. A code of RFC 6455 §7.4.2's private range, because a page may not
 * send 1002.
 */
const SERVER_BROKE_PROTOCOL = 4002;

/** An open socket, and what is sent on it. */
export interface OpenSocket {
  readonly socket: WebSocket;
  readonly messages: OutgoingMessages;
}

/** One WebSocket at a time, connected at first use and again after a loss. */
export class WebSocketConnection {
  readonly #url: string;
  readonly #sendOrder: PageSettings['sendOrder'];
  readonly #events: ConnectionEvents;
  #socket: Promise<OpenSocket> | null = null;
  #protocol = 'unproven';
  #closed = false;

  constructor(url: string, sendOrder: PageSettings['sendOrder'], events: ConnectionEvents) {
    this.#url = url;
    this.#sendOrder = sendOrder;
    this.#events = events;
  }

  /** The open socket. @throws TransportError `connection_lost` when it cannot be opened. */
  socket(): Promise<OpenSocket> {
    if (this.#closed) return Promise.reject(pageError('aborted', 'the transport is closed'));
    this.#socket ??= this.#connect();
    return this.#socket;
  }

  /**
   * The protocol proven by the latest socket: the browser fails the handshake unless the server
   * upgraded it and echoed the subprotocol.
   */
  get protocol(): string {
    return this.#protocol;
  }

  /** Sends `json` if there is a connection; without one it is not needed. */
  sendIfOpen(json: string): void {
    void this.#socket?.then(({ messages }) => messages.send(json), ignoreFailure);
  }

  /** Batches small messages on the open socket. */
  batchFor(batchMs: number): void {
    void this.#socket?.then(({ messages }) => messages.batchFor(batchMs), ignoreFailure);
  }

  close(): void {
    this.#closed = true;
    void this.#socket?.then(closeSocket, ignoreFailure);
  }

  #connect(): Promise<OpenSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<OpenSocket>();
    const socket = new WebSocket(this.#url, WEBSOCKET_SUBPROTOCOL);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => {
      this.#protocol = socket.protocol === WEBSOCKET_SUBPROTOCOL ? 'websocket' : 'unproven';
      resolve({ socket, messages: new OutgoingMessages(socket, this.#sendOrder) });
    });
    let broken: TransportError | null = null;
    socket.addEventListener('message', (event: MessageEvent<string | ArrayBuffer>) => {
      if (broken) return;
      broken = this.#receive(event.data);
      if (broken) socket.close(SERVER_BROKE_PROTOCOL, broken.message.slice(0, 40));
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.#socket = null;
      const lost = pageError('connection_lost', `WebSocket closed with ${code} ${reason}`.trim());
      const error = broken ?? lost;
      reject(error);
      this.#events.lost(error);
    });
    return promise;
  }

  /** The only place where hostile bytes end the connection. @returns the broken rule. */
  #receive(data: string | ArrayBuffer): TransportError | null {
    const atMs = performance.now();
    try {
      if (typeof data !== 'string') this.#events.binary(new Uint8Array(data));
      else for (const json of splitBatch(data)) this.#events.text(json, atMs);
      return null;
    } catch (error) {
      return TransportError.from(error);
    }
  }
}

function closeSocket({ socket, messages }: OpenSocket): void {
  messages.flush();
  socket.close();
}

function ignoreFailure(): void {
  // A socket that never opened needs no closing.
}
