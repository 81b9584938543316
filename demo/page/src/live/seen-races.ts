import { messageOf } from '@holbench/process/user-error';
import * as v from 'valibot';
import {
  MOST_RACES,
  SAVE_PATH,
  SaveAnswer,
  type Seen,
  type SeenChoice,
  type SeenLane,
} from '../../../src/save/seen.ts';
import type { RaceChoice } from './live-controls.ts';

/** All races that were seen since the page was opened, by choice: those of one are the rounds of a run. */
export class SeenRaces {
  readonly #races = new Map<string, SeenLane[][]>();
  #choice: SeenChoice | null = null;
  /** Whether the messages of the last choice are those of a run. */
  #isRun = true;

  /** @returns number of the race that begins now among those of this choice, from 0. */
  begin({ textBytes, ...choice }: RaceChoice): number {
    this.#choice = choice;
    this.#isRun = textBytes === null;
    const own = this.#own.filter((lanes) => lanes.length > 0);
    this.#races.set(JSON.stringify(choice), [...own, []]);
    return own.length;
  }

  /** @param lane null: it was not seen to its end. */
  note(lane: SeenLane | null): void {
    if (lane !== null && this.#isRun) this.#own.at(-1)?.push(lane);
  }

  /** Whether there is something to save of the last choice. */
  get isAny(): boolean {
    return this.#isRun && this.#own.some((lanes) => lanes.length > 0);
  }

  /** Has the races of the last choice written into a run folder. @returns what to tell of that. */
  async save(): Promise<string> {
    const races = this.#own.filter((lanes) => lanes.length > 0).slice(0, MOST_RACES);
    if (this.#choice === null) return 'no race was seen';
    try {
      const answer = await post({ choice: this.#choice, races });
      return 'path' in answer
        ? `Saved in ${answer.path}. Its report: ${answer.command}`
        : `Not saved: ${answer.refused}`;
    } catch (error) {
      return `Not saved: ${messageOf(error)}`;
    }
  }

  get #own(): SeenLane[][] {
    return this.#races.get(JSON.stringify(this.#choice)) ?? [];
  }
}

async function post(seen: Seen): Promise<SaveAnswer> {
  const response = await fetch(SAVE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seen),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return v.parse(SaveAnswer, await response.json());
}
