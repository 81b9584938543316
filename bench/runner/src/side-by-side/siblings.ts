/** A claim to the machine. Each has its own, so that one that was taken away releases nobody's. */
interface Turn {
  readonly sibling: Sibling;
  readonly kind: 'start' | 'pages' | 'window';
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
}

/** Cells that have a turn at once, of one kind: all of it waits for a link half of the time. */
export const TURNS_AT_ONCE = 2;

/**
 * Cells that run side by side. What keeps cores busy has a turn, `TURNS_AT_ONCE` at a time, and only while
 * no cell measures. A turn is the start or the end of a cell (link, floods, server), or opens its browser
 * and pages; turns of the two kinds are never beside each other. What is timed begins at a barrier: when
 * every cell that will still measure is ready to.
 *
 * No order of calls can block all of them: turns are first come, first served, a cell that ends leaves the
 * barrier, and a call that could only wait for itself throws.
 */
export class Siblings {
  /** One for each cell; the barrier waits for all of them from the beginning. */
  readonly members: readonly Sibling[];
  /** Cores that each cell keeps busy, as it has last reported. */
  readonly cores = new Map<Sibling, number>();
  readonly #live: Set<Sibling>;
  readonly #queue: Turn[] = [];
  readonly #atBarrier: Turn[] = [];
  readonly #measuring = new Set<Turn>();
  /** Wait until nobody measures. */
  readonly #between: Turn[] = [];
  readonly #turns = new Set<Turn>();

  constructor(count: number) {
    this.members = Array.from({ length: count }, () => new Sibling(this));
    this.#live = new Set(this.members);
  }

  isLive(sibling: Sibling): boolean {
    return this.#live.has(sibling);
  }

  /** Waits for its turn. */
  async take(sibling: Sibling, kind: 'start' | 'pages'): Promise<Turn> {
    return this.#wait(sibling, kind, this.#queue);
  }

  /** Waits until all that are live wait here. */
  async meet(sibling: Sibling): Promise<Turn> {
    return this.#wait(sibling, 'window', this.#atBarrier);
  }

  /** Waits until none of them measures. No measurement begins before this cell is at the barrier. */
  async pause(sibling: Sibling): Promise<Turn> {
    return this.#wait(sibling, 'window', this.#between);
  }

  /** Ends a turn or a measurement; nothing if it was taken away before. */
  release(turn: Turn): void {
    this.#turns.delete(turn);
    this.#measuring.delete(turn);
    this.#next();
  }

  /** It measures no more. What it has or waits for is taken away. */
  leave(sibling: Sibling): void {
    this.#takeAway(sibling);
    this.#next();
  }

  /** The same, and waits for a last turn, before others begin to measure. */
  leaveForTurn(sibling: Sibling): Promise<Turn> {
    this.#takeAway(sibling);
    return this.take(sibling, 'start');
  }

  #takeAway(sibling: Sibling): void {
    this.#live.delete(sibling);
    for (const held of [this.#turns, this.#measuring]) {
      for (const turn of held) if (turn.sibling === sibling) held.delete(turn);
    }
    for (const waiting of [this.#queue, this.#atBarrier, this.#between]) {
      const own = waiting.filter((turn) => turn.sibling === sibling);
      for (const turn of own) {
        waiting.splice(waiting.indexOf(turn), 1);
        turn.refuse(new Error(ENDED));
      }
    }
  }

  #wait(sibling: Sibling, kind: Turn['kind'], where: Turn[]): Promise<Turn> {
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const turn: Turn = { sibling, kind, grant: () => resolve(turn), refuse: reject };
    where.push(turn);
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#measuring.size > 0) return;
    for (const turn of this.#between.splice(0)) turn.grant();
    for (let [turn] = this.#queue; turn && this.#mayBegin(turn); [turn] = this.#queue) {
      this.#queue.shift();
      this.#turns.add(turn);
      turn.grant();
    }
    if (this.#turns.size > 0) return;
    if (this.#atBarrier.length < this.#live.size) return;
    for (const turn of this.#atBarrier.splice(0)) {
      this.#measuring.add(turn);
      turn.grant();
    }
  }

  #mayBegin({ kind }: Turn): boolean {
    return this.#turns.size < TURNS_AT_ONCE && [...this.#turns].every((turn) => turn.kind === kind);
  }
}

/** One of the cells that run side by side. */
export class Sibling {
  readonly #all: Siblings;
  #ownTurn: Turn | null = null;
  #setUps = 0;
  #turn: Promise<Turn> | null = null;
  #isMeasuring = false;

  constructor(all: Siblings) {
    this.#all = all;
  }

  /** Runs the cell in a turn of its own, but for what `drive` does. */
  async run<Result>(cell: () => Promise<Result>): Promise<Result> {
    this.#ownTurn = await this.#all.take(this, 'start');
    try {
      return await cell();
    } finally {
      this.#all.leave(this);
    }
  }

  /** Drives the scenario outside of the cell's turn, which it has again when this settles. */
  async drive<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#ownTurn === null) throw new Error('drive outside run');
    this.#all.release(this.#ownTurn);
    try {
      return await work();
    } finally {
      this.#ownTurn = await this.#all.leaveForTurn(this);
    }
  }

  /**
   * Does what keeps all cores busy, in a turn. Calls within each other, and beside each other in one
   * cell, share it.
   * @throws Error inside `measure`, and when the cell has ended.
   */
  async setUp<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#assertDriven();
    if (this.#isMeasuring) throw new Error('setUp inside measure would wait for its own end');
    this.#setUps += 1;
    const taken = (this.#turn ??= this.#all.take(this, 'pages'));
    try {
      await taken;
      return await work();
    } finally {
      this.#setUps -= 1;
      if (this.#setUps === 0) {
        this.#turn = null;
        await taken.then((turn) => this.#all.release(turn)).catch(() => {});
      }
    }
  }

  /**
   * Does what keeps no core busy, and is not timed, while none of its siblings measures.
   * @throws Error inside `measure`, and when the cell has ended.
   */
  async between<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#assertDriven();
    if (this.#isMeasuring) throw new Error('between inside measure would wait for its own end');
    await this.#all.pause(this);
    return work();
  }

  /**
   * Does what is timed, beginning when all siblings do, or have ended.
   * @throws Error inside `setUp` or another `measure`, and when the cell has ended.
   */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#assertDriven();
    if (this.#isMeasuring || this.#setUps > 0) {
      throw new Error('measure inside setUp or measure would wait for its own end');
    }
    this.#isMeasuring = true;
    try {
      const turn = await this.#all.meet(this);
      try {
        return await work();
      } finally {
        this.#all.release(turn);
      }
    } finally {
      this.#isMeasuring = false;
    }
  }

  /** Cells of its group, with it. */
  get count(): number {
    return this.#all.members.length;
  }

  reportCores(cores: number): void {
    this.#all.cores.set(this, cores);
  }

  /** @returns null without cells beside it. */
  coresOfOthers(): number | null {
    if (this.count === 1) return null;
    const others = [...this.#all.cores].filter(([sibling]) => sibling !== this);
    return others.reduce((sum, [, cores]) => sum + cores, 0);
  }

  #assertDriven(): void {
    if (!this.#all.isLive(this)) throw new Error(ENDED);
  }
}

const ENDED = 'the cell has ended';
