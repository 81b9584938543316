import type { UsersEvent } from '@holbench/harness/collect/messages';
import type { Measurement } from '@holbench/results/sample';
import type { UsersOutcome } from '@holbench/scenarios/port/cell-run';

/** What a collector tells of the users of one cell. */
export class Gathering {
  readonly measurements: Measurement[] = [];
  readonly #begun = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<UsersOutcome['problem']>();
  #hasBegun = false;

  /** Whether all workers have come. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Resolves when all workers have come, or will not. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Resolves when every user is measured, or with the reason why not. */
  get over(): Promise<UsersOutcome['problem']> {
    return this.#over.promise;
  }

  hear(told: UsersEvent): void {
    if (told.event === 'measured') this.measurements.push(...told.measurements);
    else if (told.event === 'begun') {
      this.#hasBegun = true;
      this.#begun.resolve();
    } else if (told.event === 'over') {
      this.#begun.resolve();
      this.#over.resolve(told.problem === null ? null : { why: told.problem, log: null });
    }
  }
}
