import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from '@holbench/harness/address';
import type { Trust } from '@holbench/harness/trust';
import { messageOf, UserError } from '@holbench/process/user-error';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import * as v from 'valibot';
import { type HelperOptions, HelperRequests } from './helper-requests.ts';
import {
  type Answer,
  type Asked,
  CONTROL_VERSION,
  LEASE_MS,
  type OrderName,
  ORDERS,
  WATCH_MS,
} from './messages.ts';

/** An order takes as long as the start of a server whose files must be made first. */
const ORDER_MS = 180_000;

/** A bench's session at the helper of its target. */
export class HelperConnection implements AsyncDisposable {
  readonly requests: HelperRequests;
  readonly welcome: Answer<'begin'>;
  /** Resolves when the session is over, with the reason for a person. */
  readonly closed: Promise<string>;
  readonly #left = new AbortController();
  /** The last order, which the next one waits for. */
  #last: Promise<unknown> = Promise.resolve();
  /** The last start, and how its processes ended without being asked to. */
  #start = 0;
  #ended = Promise.withResolvers<string>();

  private constructor(requests: HelperRequests, welcome: Answer<'begin'>) {
    this.requests = requests;
    this.welcome = welcome;
    this.closed = this.#watch();
  }

  /**
   * @throws UserError where nothing listens, where it is not the helper that the token is for, or has other versions.
   */
  static async open(address: Address, options: HelperOptions): Promise<HelperConnection> {
    const requests = new HelperRequests(address, options);
    const said = await requests.ask('begin', {}, Versions, AbortSignal.timeout(LEASE_MS));
    const { controlVersion, protocolVersion } = said;
    if (controlVersion !== CONTROL_VERSION || protocolVersion !== PROTOCOL_VERSION) {
      throw new UserError(
        `the target has version ${controlVersion}.${protocolVersion} of the lab’s protocols, this machine ` +
          `${CONTROL_VERSION}.${PROTOCOL_VERSION}: check out the same commit on both, and run ./setup.sh there`,
      );
    }
    return new HelperConnection(requests, v.parse(ORDERS.begin.answer, said));
  }

  get trust(): Trust {
    return this.requests.trust;
  }

  /** Resolves when one of the processes of the last start has ended without being asked to, with how it did. */
  get ended(): Promise<string> {
    return Promise.race([this.#ended.promise, this.closed]);
  }

  async start(asked: Asked<'start'>): Promise<Answer<'start'>> {
    this.#ended = Promise.withResolvers();
    const started = await this.order('start', asked);
    this.#start = started.start;
    return started;
  }

  /** Orders wait for each other. @throws UserError with the helper's reason. */
  order<Name extends OrderName>(name: Name, asked: Asked<Name>): Promise<Answer<Name>> {
    const obeyed = this.#last.then(async () => {
      const answer = this.#ask(name, asked, AbortSignal.timeout(ORDER_MS));
      return Promise.race([answer, this.closed.then((why) => Promise.reject(new UserError(why)))]);
    });
    this.#last = obeyed.catch(() => {});
    return obeyed;
  }

  /** Asks again and again, which also tells the helper that this bench is still there. */
  async #watch(): Promise<string> {
    try {
      for (;;) {
        const late = AbortSignal.any([this.#left.signal, AbortSignal.timeout(LEASE_MS)]);
        const { ended } = await this.#ask('watch', {}, late);
        if (ended?.start === this.#start) this.#ended.resolve(ended.how);
        // It is told of once more, until they are stopped.
        if (ended) await delay(WATCH_MS);
      }
    } catch (error) {
      return `the target has ended, or the way to it: ${messageOf(error)}`;
    }
  }

  #ask<Name extends OrderName>(
    name: Name,
    asked: Asked<Name>,
    signal: AbortSignal,
  ): Promise<Answer<Name>> {
    const { answer } = ORDERS[name];
    return this.requests.ask(name, asked, answer, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#left.abort();
    // What has ended needs no goodbye.
    await this.#ask('leave', {}, AbortSignal.timeout(LEASE_MS)).catch(() => {});
  }
}

/** What is in the first answer of every version. */
const Versions = v.looseObject({ controlVersion: v.number(), protocolVersion: v.number() });
