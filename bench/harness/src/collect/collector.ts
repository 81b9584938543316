import type { Measurement } from '@holbench/results/sample';
import type { Collection, Join, JoinAnswer, Measured, UsersEvent } from './messages.ts';
import { countUsers } from './users-of.ts';

export interface CollectorLimits {
  /** Time in which all workers are to come. */
  readonly waitMs: number;
  /** Time without a request after which a worker has ended. */
  readonly silentMs: number;
  /** Requests of all workers in a second. */
  readonly mostPerSecond: number;
}

/**
 * Of workers whose processes nobody here sees. Containers take minutes to start, and a worker whose machine
 * has too many browsers to start is silent for half a minute.
 */
const LIMITS: CollectorLimits = { waitMs: 600_000, silentMs: 120_000, mostPerSecond: 2_000 };

/** From the last worker's coming to the first user: each worker has asked again by then. */
const BEGIN_MS = 1_000;
const CHECK_MS = 500;

/** A status of HTTP, with its body: a reason for a person, or what was asked for. */
export interface Answer {
  readonly status: number;
  readonly body: string | JoinAnswer;
}

interface Worker {
  /** From 0; -1 until all have come. */
  number: number;
  seenAt: number;
  /** Whether it was silent for too long. */
  ended: boolean;
  readonly sequences: Set<number>;
  /** Measurements of its users that have not come. */
  missing: number;
}

/** Collects the measurements of one cell from its workers: each once, and none of anybody else. */
export class Collector implements Disposable {
  readonly #collection: Collection;
  readonly #tell: (event: UsersEvent) => void;
  readonly #token: string | null;
  readonly #limits: CollectorLimits;
  readonly #since = performance.now();
  /** By their ids. */
  readonly #workers = new Map<string, Worker>();
  readonly #measured = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #beginsAt: number | null = null;
  #isOver = false;
  #second = { begin: 0, requests: 0 };

  /** @param token by which pages are let in; null where none is needed. */
  constructor(
    collection: Collection,
    tell: (event: UsersEvent) => void,
    { token, ...limits }: Partial<CollectorLimits> & { readonly token: string | null },
  ) {
    this.#collection = collection;
    this.#tell = tell;
    this.#token = token;
    this.#limits = { ...LIMITS, ...limits };
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
  }

  join({ id, collection, name, browser }: Join): Answer {
    const refused = this.#whyNot();
    if (refused) return refused;
    const { plan, name: wanted, id: own } = this.#collection;
    if (collection !== own)
      return refusal('this command is of another cell; run the one of this cell');
    if (name !== wanted) return refusal(`this cell is of ${wanted}, not of ${name}`);
    if (!this.#workers.has(id)) {
      if (this.#beginsAt !== null) return refusal(`all ${plan.workers} workers have come`);
      this.#add(id, browser);
    }
    const worker = this.#seen(id);
    if (worker === null) return ENDED;
    if (this.#beginsAt === null) return { status: 200, body: { state: 'waiting' } };
    const inMs = Math.max(0, this.#beginsAt - performance.now());
    const begun = { worker: worker.number, inMs, plan, token: this.#token };
    return { status: 200, body: { state: 'begun', ...begun } };
  }

  /** A measurement that does not belong here, or comes twice, ends the collection. */
  measured({ id, sequence, measurements }: Measured): Answer {
    const worker = this.#seen(id);
    // Also when it is over: the answer that was lost may be the last one.
    if (worker?.sequences.has(sequence)) return TAKEN;
    const refused = this.#whyNot();
    if (refused) return refused;
    if (worker === null || this.#beginsAt === null) return ENDED;
    const { number } = worker;
    for (const measurement of measurements) {
      const why = this.#whyStrange(number, measurement);
      if (why !== null) {
        this.#end(`worker ${number} ${why}`);
        return refusal(why);
      }
      this.#measured.add(keyOf(measurement));
    }
    worker.sequences.add(sequence);
    worker.missing -= measurements.length;
    this.#tell({ event: 'measured', measurements });
    this.#check();
    return TAKEN;
  }

  /** Ends it, also without a result. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  #whyNot(): Answer | null {
    if (this.#isOver) return ENDED;
    const now = performance.now();
    if (now - this.#second.begin >= 1_000) this.#second = { begin: now, requests: 0 };
    this.#second.requests += 1;
    if (this.#second.requests <= this.#limits.mostPerSecond) return null;
    return { status: 429, body: 'too many requests' };
  }

  #add(id: string, browser: string): void {
    const { labels, plan } = this.#collection;
    const { workers } = plan;
    const worker = {
      number: -1,
      seenAt: 0,
      ended: false,
      sequences: new Set<number>(),
      missing: 0,
    };
    this.#workers.set(id, worker);
    this.#tell({ event: 'joined', come: this.#workers.size, browser });
    if (this.#workers.size < workers) return;
    for (const [number, each] of [...this.#workers.values()].entries()) {
      each.number = number;
      each.missing = labels.length * countUsers(number, plan);
    }
    // One worker waits for nobody.
    this.#beginsAt = performance.now() + (workers > 1 ? BEGIN_MS : 0);
    this.#tell({ event: 'begun' });
  }

  /** @returns null of one that is unknown, or has ended. */
  #seen(id: string): Worker | null {
    const worker = this.#workers.get(id);
    if (!worker || worker.ended) return null;
    worker.seenAt = performance.now();
    return worker;
  }

  #whyStrange(number: number, measurement: Measurement): string | null {
    const { plan, labels } = this.#collection;
    const { label, user } = measurement;
    const isOwn = user < plan.users && user % plan.workers === number;
    if (!isOwn || !labels.includes(label)) return `has no ${label} of user ${user}`;
    return this.#measured.has(keyOf(measurement)) ? `sent ${label} of user ${user} twice` : null;
  }

  #check(): void {
    const now = performance.now();
    const { workers } = this.#collection.plan;
    const { waitMs, silentMs } = this.#limits;
    for (const [id, worker] of this.#workers) {
      if (now - worker.seenAt <= silentMs) continue;
      // Another may come in its place, until all have come.
      if (this.#beginsAt === null) this.#workers.delete(id);
      else worker.ended = true;
    }
    if (this.#beginsAt === null) {
      if (now - this.#since <= waitMs) return;
      const come = this.#workers.size;
      return this.#end(`${come} of ${workers} workers came within ${waitMs / 1_000} s`);
    }
    const all = [...this.#workers.values()];
    if (!all.every(({ missing, ended }) => ended || missing === 0)) return;
    const lost = all.flatMap(({ missing, number }) => (missing > 0 ? [number] : []));
    this.#end(
      lost.length === 0
        ? null
        : `nothing came for ${silentMs / 1_000} s from worker ${lost.join(', ')} of ${workers} (from 0): no result of its other users`,
    );
  }

  #end(problem: string | null): void {
    if (this.#isOver) return;
    this[Symbol.dispose]();
    this.#tell({ event: 'over', problem });
  }
}

const keyOf = ({ label, user }: Measurement): string => `${user} ${label}`;

const refusal = (body: string): Answer => ({ status: 409, body });
const TAKEN: Answer = { status: 200, body: 'taken' };
const ENDED: Answer = {
  status: 410,
  body: 'the cell is over, or the worker was silent for too long',
};
