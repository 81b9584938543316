import type { UsersPlan } from './messages.ts';

/**
 * The nth user of a worker, both from 0. Users are dealt like cards: user n has the same seed, and the
 * same time to arrive, for any number of workers.
 */
export function userOf(worker: number, workers: number, nth: number): number {
  return worker + nth * workers;
}

/** Most users of one worker. */
export function mostUsers({ workers, users }: Pick<UsersPlan, 'workers' | 'users'>): number {
  return Math.ceil(users / workers);
}

/** How many of the users are this worker's. */
export function countUsers(worker: number, { workers, users }: UsersPlan): number {
  return Math.max(0, Math.ceil((users - worker) / workers));
}
