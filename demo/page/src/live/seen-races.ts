import { messageOf } from '@holbench/process/user-error';
import * as v from 'valibot';
import {
  MOST_RACES,
  SAVE_PATH,
  SaveAnswer,
  type Seen,
  type SeenLane,
} from '../../../src/save/seen.ts';
import type { RaceChoice } from './live-controls.ts';
import { postJson } from './post-json.ts';

/** The first races of the last choice: the rounds of a run. Those of another choice are forgotten. */
export class SeenRaces {
  #races: SeenLane[][] = [];
  /** Lanes of the race that goes on. It is one of the races once it has a lane. */
  #current: SeenLane[] = [];
  #choice: RaceChoice | null = null;
  /** Races of the choice that have begun. */
  #begun = 0;
  /** Whether the race that goes on can be one of them: the run has room for it, and has such messages. */
  #isOpen = true;

  /** @returns number of the race that begins now among those of this choice, from 0. */
  begin(choice: RaceChoice): number {
    const isSame = JSON.stringify(choice) === JSON.stringify(this.#choice);
    this.#choice = choice;
    if (!isSame) this.#races = [];
    this.#current = [];
    this.#begun = isSame ? this.#begun + 1 : 0;
    this.#isOpen = choice.textBytes === null && this.#races.length < MOST_RACES;
    // A race of which nothing was seen leaves its number to the next one: rounds of a run have no gaps.
    return this.#isOpen ? this.#races.length : this.#begun;
  }

  /** @param lane null: it was not seen to its end. */
  note(lane: SeenLane | null): void {
    if (lane === null || !this.#isOpen) return;
    if (this.#current.length === 0) this.#races.push(this.#current);
    this.#current.push(lane);
  }

  /** Whether there is something to save. */
  get isAny(): boolean {
    return this.#races.length > 0;
  }

  /** Has the races of the last choice written into a run folder. @returns what to tell of that. */
  async save(): Promise<string> {
    if (this.#choice === null) return 'no race was seen';
    try {
      const { textBytes: _, ...choice } = this.#choice;
      const answer = await post({ choice, races: this.#races });
      return 'path' in answer
        ? `Saved in ${answer.path}. Its report: ${answer.command}`
        : `Not saved: ${answer.refused}`;
    } catch (error) {
      return `Not saved: ${messageOf(error)}`;
    }
  }
}

async function post(seen: Seen): Promise<SaveAnswer> {
  const response = await postJson(SAVE_PATH, seen);
  if (!response.ok) throw new Error((await response.text()).trim());
  return v.parse(SaveAnswer, await response.json());
}
