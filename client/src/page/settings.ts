import { FULL_FILE_BYTES } from '@holbench/protocol/limits';

/** What the page's form says. */
export interface Settings {
  /** CoValues of a batch. */
  readonly size: number;
  /** Size of each created file, in bytes. */
  readonly fileBytes: number;
  /** Mutations of 3e. */
  readonly mutations: number;
  readonly seed: number;
}

export const SIZES = [10, 20, 30, 50, 100];
export const FILE_BYTES = [1024 * 1024, 10 * 1024 * 1024, FULL_FILE_BYTES];
export const MUTATIONS = [10, 50, 100];

/** Reads the form; its controls are found by the names of `Settings`. */
export function readSettings(form: HTMLFormElement): Settings {
  const data = new FormData(form);
  const number = (name: keyof Settings): number => Number(data.get(name));
  return {
    size: number('size'),
    fileBytes: number('fileBytes'),
    mutations: number('mutations'),
    seed: Math.trunc(number('seed')),
  };
}
