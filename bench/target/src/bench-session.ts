import { setTimeout as delay } from 'node:timers/promises';
import {
  type RunningVariant,
  type StartOptions,
  startVariant,
} from '@holbench/harness/start-variant';
import { ResourceRecording } from '@holbench/harness/resources/record-resources';
import { unsupportedOf, whyUnsupported } from '@holbench/harness/unsupported';
import { isEnding } from '@holbench/process/cleanup';
import { LOCALHOST } from '@holbench/process/network-side';
import { UserError } from '@holbench/process/user-error';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import type { TargetMachine } from '@holbench/results/target-machine';
import { VARIANTS } from '@holbench/variants/registry';
import {
  type Answer,
  type Asked,
  CONTROL_VERSION,
  LEASE_MS,
  type OrderName,
  WATCH_MS,
} from './messages.ts';
import { type EchoServer, newEchoId } from './probes/echo.ts';

export interface SessionOptions {
  /** How variants are started here; a bench chooses files and factors. */
  readonly start: Omit<StartOptions, 'fileBytes' | 'factors'>;
  readonly machine: TargetMachine;
  readonly echo: EchoServer;
  /** Ends the variant that was served. @returns what serves it again, once the bench has left. */
  readonly lend: () => Promise<AsyncDisposable>;
  /** After which a bench that has asked nothing has left. Default: `LEASE_MS`. */
  readonly leaseMs?: number;
}

type Obeyed = { readonly [Name in OrderName]: (asked: Asked<Name>) => Promise<Answer<Name>> };

/** A bench that has come: obeys its orders, until it leaves or has asked nothing for some time. */
export class BenchSession {
  readonly id: string;
  readonly #options: SessionOptions;
  readonly #lease: NodeJS.Timeout;
  readonly #left = Promise.withResolvers<void>();
  /** Resolves when all that it started has ended. */
  readonly over: Promise<void>;
  /** The last order, which the next one waits for. */
  #last: Promise<unknown> = Promise.resolve();
  #lent: AsyncDisposable | null = null;
  #running: RunningVariant | null = null;
  #recording: ResourceRecording | null = null;
  #isOver = false;
  #starts = 0;
  #ended = Promise.withResolvers<Answer<'watch'>['ended']>();

  constructor(id: string, options: SessionOptions) {
    this.id = id;
    this.#options = options;
    this.#lease = setTimeout(() => this.#left.resolve(), options.leaseMs ?? LEASE_MS);
    this.over = this.#left.promise.then(() => {
      const left = this.#inTurn(() => this.#leave());
      this.#isOver = true;
      return left;
    });
  }

  /** What each order does. */
  readonly obey: Obeyed = {
    begin: async () => ({
      controlVersion: CONTROL_VERSION,
      protocolVersion: PROTOCOL_VERSION,
      machine: this.#options.machine,
      unsupported: unsupportedOf(VARIANTS, (variant) =>
        whyUnsupported(variant, this.#options.start.tools),
      ),
    }),
    start: (asked) => this.#inTurn(() => this.#start(asked)),
    record: async () => {
      await this.#inTurn(() => this.#record());
      return {};
    },
    echo: async () => {
      const id = newEchoId();
      this.#options.echo.expect(id);
      return { id: id.toString('hex') };
    },
    stop: () => this.#inTurn(() => this.#stop()),
    watch: async () => ({
      ended: await Promise.race([this.#ended.promise, delay(WATCH_MS, null)]),
    }),
    leave: async () => {
      await this.end();
      return {};
    },
  };

  /** The bench has asked something. */
  renew(): void {
    this.#lease.refresh();
  }

  async end(): Promise<void> {
    this.#left.resolve();
    await this.over;
  }

  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.#isOver) throw new UserError('the bench has left');
    const acted = this.#last.then(act);
    this.#last = acted.catch(() => {});
    return acted;
  }

  async #start({ variant: id, fileBytes, factors }: Asked<'start'>): Promise<Answer<'start'>> {
    const known = VARIANTS.find((each) => each.id === id);
    if (!known) throw new UserError(`there is no variant ${id}`);
    await this.#stop();
    this.#lent ??= await this.#options.lend();
    const running = await startVariant(known, { ...this.#options.start, fileBytes, factors });
    this.#running = running;
    this.#starts += 1;
    void this.#watch(running, this.#starts);
    return { start: this.#starts, versions: running.versions };
  }

  async #watch(running: RunningVariant, start: number): Promise<void> {
    const how = await running.ended;
    // What ends with this process is told by the end of the connection.
    if (this.#running === running && !isEnding()) this.#ended.resolve({ start, how });
  }

  async #record(): Promise<void> {
    if (!this.#running) throw new UserError('nothing runs that could be recorded');
    this.#recording?.[Symbol.dispose]();
    const recording = new ResourceRecording({ client: LOCALHOST, server: LOCALHOST }, []);
    this.#recording = recording;
    for (const { name, pid } of this.#running.processes)
      await recording.watch({ group: name, pid });
  }

  async #stop(): Promise<Answer<'stop'>> {
    const [running, recording] = [this.#running, this.#recording];
    this.#running = null;
    this.#recording = null;
    this.#ended = Promise.withResolvers();
    const resources = await recording?.end().catch(() => null);
    const summary = await running?.stop();
    return { resources: resources ?? null, summary: summary ?? null };
  }

  async #leave(): Promise<void> {
    clearTimeout(this.#lease);
    this.#options.echo.expect(null);
    this.#recording?.[Symbol.dispose]();
    try {
      await this.#running?.stop();
    } finally {
      await this.#lent?.[Symbol.asyncDispose]();
    }
  }
}
