import type { PageSettings } from '@holbench/factors/page-settings';
import {
  type CoValue,
  type CoValueText,
  LastEventId,
  type Mutation,
  MutationEvent,
} from '@holbench/protocol/covalue';
import type { CoValueId } from '@holbench/protocol/id';
import { type CoValueList, SSE_MUTATION, SSE_SUBSCRIBED } from '@holbench/protocol/bodies';
import { parseJson } from '@holbench/protocol/parse';
import { prepareDownloadChecks } from './download-check.ts';
import type {
  ClientTransport,
  Completed,
  OnLeft,
  Subscription,
} from '@holbench/scenarios/port/client-transport';
import { createWithFile, loadFile } from './http-files.ts';
import { BROWSER_CARRIER, type HttpCarrier } from './http-carrier.ts';
import { eventsByFetch, withBackOff } from './events-by-fetch.ts';
import { HttpRequests } from './http-requests.ts';
import { OpenRequests } from './open-requests.ts';
import { pageError } from '@holbench/scenarios/port/transport-error';
import { utf8Bytes } from './utf8.ts';

/** Requests and event streams of HTTP, by the browser's own `fetch` and `EventSource` or another carrier. */
export class HttpTransport implements ClientTransport {
  readonly #carrier: HttpCarrier;
  /** Whether it asks for events again and again. */
  readonly #polls: boolean;
  readonly #open: OpenRequests;
  readonly #requests: HttpRequests;
  readonly #files: HttpRequests;

  /**
   * @param origin the server's, such as `https://127.0.0.1:8443`.
   * @param atOnce requests for which the browser has room; null: not known.
   */
  constructor(
    origin: string,
    { priority, eventDelivery }: Pick<PageSettings, 'priority' | 'eventDelivery'>,
    carrier = BROWSER_CARRIER,
    atOnce: number | null = null,
  ) {
    const open = new OpenRequests(atOnce);
    this.#carrier = carrier;
    this.#polls = eventDelivery === 'long-poll';
    this.#open = open;
    this.#requests = new HttpRequests(origin, carrier, open);
    const ofFiles = priority === 'files-low' ? 'low' : 'auto';
    this.#files = new HttpRequests(origin, carrier, open, ofFiles);
  }

  get openRequests(): number {
    return this.#open.size;
  }

  // Text

  async list(signal: AbortSignal): Promise<Completed<CoValueList['covalues']>> {
    const listed = await this.#requests.exchange('list', {}, null, signal);
    return { ...listed, value: listed.value.covalues };
  }

  async load(id: CoValueId, signal: AbortSignal, onLeft?: OnLeft): Promise<Completed<CoValue>> {
    return this.#requests.exchange('load', { id }, null, signal, onLeft);
  }

  async create(text: CoValueText, signal: AbortSignal): Promise<Completed<CoValueId>> {
    const body = JSON.stringify({ text });
    const created = await this.#requests.exchange('create', {}, body, signal);
    return { ...created, value: created.value.id, bytes: utf8Bytes(body) };
  }

  async mutate(
    id: CoValueId,
    mutation: Mutation,
    signal: AbortSignal,
    onLeft?: OnLeft,
  ): Promise<Completed<number>> {
    const body = JSON.stringify(mutation);
    const mutated = await this.#requests.exchange('mutate', { id }, body, signal, onLeft);
    return { ...mutated, value: mutated.value.eventId, bytes: utf8Bytes(body) };
  }

  // Files

  prepareDownloads = prepareDownloadChecks;

  readonly loadFile: ClientTransport['loadFile'] = (...given) => loadFile(this.#files, ...given);

  readonly createWithFile: ClientTransport['createWithFile'] = (...given) =>
    createWithFile(this.#files, ...given);

  // Subscription

  async subscribe(
    id: CoValueId,
    onEvent: (event: MutationEvent) => void,
    signal: AbortSignal,
  ): Promise<Subscription> {
    const url = this.#requests.url(this.#polls ? 'poll' : 'subscribe', { id });
    const resource = this.#requests.witness(url);
    const source = this.#polls
      ? eventsByFetch(url, withBackOff(this.#carrier.fetch))
      : this.#carrier.openEvents(url);
    const subscribed = Promise.withResolvers<number>();
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    const stop = AbortSignal.any([signal, this.#requests.closed]);
    const onAbort = () => subscribed.reject(stop.reason);
    this.#requests.closed.addEventListener('abort', () => source.close());
    stop.addEventListener('abort', onAbort);

    /** The only place where hostile data ends the subscription. */
    const listen = (name: string, receive: (event: MessageEvent<string>) => void): void =>
      source.addEventListener(name, (event) => {
        try {
          receive(event);
        } catch (error) {
          source.close();
          const broken = resource.abandon(error);
          subscribed.reject(broken);
          failed.reject(broken);
        }
      });
    listen(SSE_SUBSCRIBED, (event) =>
      subscribed.resolve(parseJson(LastEventId, event.lastEventId)),
    );
    listen(SSE_MUTATION, ({ data }) => onEvent(parseJson(MutationEvent, data)));
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      const refused = resource.abandon(
        pageError('connection_lost', 'the server refused the event stream'),
      );
      subscribed.reject(refused);
      failed.reject(refused);
    });

    try {
      if (stop.aborted) onAbort();
      const eventId = await subscribed.promise;
      const close = (): Promise<string> => {
        source.close();
        return resource.settled();
      };
      return { eventId, failed: failed.promise, repeated: () => 0, close };
    } catch (error) {
      source.close();
      throw resource.abandon(error);
    } finally {
      stop.removeEventListener('abort', onAbort);
    }
  }

  // Connection

  close(): void {
    this.#requests.close();
    this.#files.close();
    this.#carrier.close();
  }
}
