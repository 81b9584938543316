import { readFileSync, statSync } from 'node:fs';
import { parseDevice } from '@holbench/netem/topology/device-counters';

/**
 * Rate of bytes arriving in a network namespace, read through any process in it, so that no process
 * of ours is needed inside.
 */
export class ArrivalRate {
  readonly #namespace: number;
  #bytes: number;
  #pid: number | null = null;

  /** @param netns path of the namespace. @param bytes that had arrived when the first step began. */
  constructor(netns: string, bytes: number) {
    this.#namespace = statSync(netns).ino;
    this.#bytes = bytes;
  }

  /**
   * Mean since the last call, in kbit/s; 0 while no process is in the namespace.
   * @param candidates processes of which some may be in it.
   */
  read(candidates: Iterable<number>, seconds: number): number {
    const bytes =
      this.#received(this.#pid) ?? this.#received(this.#find(candidates)) ?? this.#bytes;
    const kbps = ((bytes - this.#bytes) * 8) / 1_000 / seconds;
    this.#bytes = bytes;
    return kbps;
  }

  #find(candidates: Iterable<number>): number | null {
    this.#pid = null;
    for (const pid of candidates) {
      if (namespaceOf(pid) !== this.#namespace) continue;
      this.#pid = pid;
      break;
    }
    return this.#pid;
  }

  #received(pid: number | null): number | null {
    if (pid === null) return null;
    try {
      return parseDevice(readFileSync(`/proc/${pid}/net/dev`, 'latin1')).receivedBytes;
    } catch {
      return null;
    }
  }
}

function namespaceOf(pid: number): number | null {
  try {
    return statSync(`/proc/${pid}/ns/net`).ino;
  } catch {
    return null;
  }
}
