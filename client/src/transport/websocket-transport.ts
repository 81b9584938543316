import type { PageSettings } from '@holbench/factors/page-settings';
import type { CoValue, CoValueText } from '@holbench/protocol/covalue';
import type { Mutation, MutationEvent } from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import type { CoValueList } from '@holbench/protocol/bodies';
import { prepareDownloadChecks } from './download-check.ts';
import {
  type ClientTransport,
  type Completed,
  FIRST_BACK_OFF_MS,
  type OnLeft,
  type Subscription,
} from '@holbench/scenarios/port/client-transport';
import type { TransportError } from '@holbench/scenarios/port/transport-error';
import { utf8Bytes } from './utf8.ts';
import { createWithFile, loadFile } from './websocket-files.ts';
import { expectAnswer, WebSocketRequests } from './websocket-requests.ts';

interface LiveSubscription {
  readonly id: CoValueId;
  readonly onEvent: (event: MutationEvent) => void;
  readonly fail: (error: TransportError) => void;
  lastEventId: number;
  repeated: number;
  /** Its request; a new one after each reconnect. */
  requestId: number;
}

/** `FIRST_BACK_OFF_MS` is doubled each time up to what Chromium's EventSource waits. */
const LONGEST_BACK_OFF_MS = 3_000;

/** One WebSocket for everything: JSON messages, and chunks. */
export class WebSocketTransport implements ClientTransport {
  readonly #requests: WebSocketRequests;
  readonly #subscriptions = new Set<LiveSubscription>();
  /** Connection attempts since the last confirmed subscription. */
  #attempts = 0;
  /** One attempt at a time: a loss during its wait must not subscribe twice. */
  #resubscribing = false;

  /** `url` is the endpoint's, such as `wss://127.0.0.1:8441/ws`. */
  constructor(url: string, { sendOrder }: Pick<PageSettings, 'sendOrder'>) {
    this.#requests = new WebSocketRequests(url, sendOrder, {
      event: (event) => this.#receive(event),
      lost: (error) => this.#lost(error),
    });
  }

  get openRequests(): number {
    return this.#requests.size;
  }

  // Text

  async list(signal: AbortSignal): Promise<Completed<CoValueList['covalues']>> {
    const { answer, ...listed } = await this.#requests.exchange('listed', { type: 'list' }, signal);
    const { covalues } = answer;
    return { ...listed, value: covalues, bytes: utf8Bytes(JSON.stringify({ covalues })) };
  }

  async load(id: CoValueId, signal: AbortSignal, onLeft?: OnLeft): Promise<Completed<CoValue>> {
    const request = { type: 'load', id } as const;
    const { answer, ...loaded } = await this.#requests.exchange('loaded', request, signal, onLeft);
    const value = answer.covalue;
    return { ...loaded, value, bytes: utf8Bytes(JSON.stringify(value)) };
  }

  async create(text: CoValueText, signal: AbortSignal): Promise<Completed<CoValueId>> {
    const request = { type: 'create', text } as const;
    const { answer, ...created } = await this.#requests.exchange('created', request, signal);
    return { ...created, value: answer.id, bytes: utf8Bytes(JSON.stringify({ text })) };
  }

  async mutate(
    id: CoValueId,
    mutation: Mutation,
    signal: AbortSignal,
    onLeft?: OnLeft,
  ): Promise<Completed<number>> {
    const request = { type: 'mutate', id, mutation } as const;
    const { answer, ...mutated } = await this.#requests.exchange(
      'mutated',
      request,
      signal,
      onLeft,
    );
    return { ...mutated, value: answer.eventId, bytes: utf8Bytes(JSON.stringify(mutation)) };
  }

  // Files

  prepareDownloads = prepareDownloadChecks;

  readonly loadFile: ClientTransport['loadFile'] = (...given) => loadFile(this.#requests, ...given);

  readonly createWithFile: ClientTransport['createWithFile'] = (...given) =>
    createWithFile(this.#requests, ...given);

  // Subscription

  async subscribe(
    id: CoValueId,
    onEvent: (event: MutationEvent) => void,
    signal: AbortSignal,
  ): Promise<Subscription> {
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const { reject: fail } = failed;
    const live: LiveSubscription = { id, onEvent, fail, lastEventId: 0, repeated: 0, requestId: 0 };
    const subscribed = Promise.withResolvers<number>();
    const request = this.#requests.open({ type: 'subscribe', id }, signal, {
      message: (message) => {
        live.lastEventId = expectAnswer('subscribed', message).eventId;
        // Here and not later: the first event may be in the same task.
        this.#subscriptions.add(live);
        subscribed.resolve(live.lastEventId);
      },
    });
    live.requestId = request.requestId;
    try {
      const eventId = await Promise.race([subscribed.promise, request.failed]);
      const close = (): Promise<string> => {
        this.#subscriptions.delete(live);
        this.#requests.cancel(live.requestId);
        return this.#requests.protocol;
      };
      const repeated = () => live.repeated;
      return { eventId, failed: failed.promise, repeated, close };
    } finally {
      request.close();
    }
  }

  #receive(event: MutationEvent): void {
    for (const live of this.#subscriptions) {
      if (live.id !== event.id) continue;
      if (event.eventId <= live.lastEventId) {
        live.repeated += 1;
        continue;
      }
      live.lastEventId = event.eventId;
      live.onEvent(event);
    }
  }

  /** A server that broke the protocol would do so again; any other is asked to resume. */
  #lost(error: TransportError): void {
    if (error.code === 'connection_lost') {
      if (this.#subscriptions.size > 0 && !this.#resubscribing) void this.#resubscribe();
      return;
    }
    for (const live of this.#subscriptions) live.fail(error);
    this.#subscriptions.clear();
  }

  /** Like EventSource: connects again and asks for missed events. */
  async #resubscribe(): Promise<void> {
    this.#resubscribing = true;
    do {
      const waitMs = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.#attempts++);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    } while (this.#subscriptions.size > 0 && !(await this.#connects()));
    this.#resubscribing = false;
    for (const live of this.#subscriptions) this.#resume(live);
  }

  #resume(live: LiveSubscription): void {
    const { id, lastEventId } = live;
    const request = this.#requests.open({ type: 'subscribe', id, lastEventId }, neverAborted, {
      message: (message) => {
        const { eventId } = expectAnswer('subscribed', message);
        // Lower after a restart of the server, which numbers its events from 1 again.
        live.lastEventId = Math.min(live.lastEventId, eventId);
        this.#attempts = 0;
        request.close();
      },
    });
    live.requestId = request.requestId;
    request.failed.catch((error: TransportError) => {
      if (error.code === 'connection_lost') return;
      this.#subscriptions.delete(live);
      live.fail(error);
    });
  }

  async #connects(): Promise<boolean> {
    return this.#requests.connection.socket().then(
      () => true,
      () => false,
    );
  }

  // Connection

  close(): void {
    this.#subscriptions.clear();
    this.#requests.connection.close();
  }
}

const neverAborted = new AbortController().signal;
