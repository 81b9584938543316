import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answersQuic } from '@holbench/harness/readiness/quic-check';
import type { Address } from '@holbench/harness/address';

const GAP_MS = 20;
const LIMIT_MS = 3_000;

/** From SYN to SYN-ACK, in µs; without those that failed. */
export function tcpConnectsUs({ host, port }: Address, count: number): Promise<number[]> {
  return timedUs(count, async (signal) => {
    const socket = connect({ host, port, signal });
    try {
      await once(socket, 'connect', { signal });
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  });
}

/** From a first packet of QUIC to the answer, in µs; without those that failed. */
export function quicAnswersUs({ host, port }: Address, count: number): Promise<number[]> {
  return timedUs(count, (signal) => answersQuic(host, port, signal));
}

async function timedUs(
  count: number,
  once: (signal: AbortSignal) => Promise<boolean>,
): Promise<number[]> {
  const took: number[] = [];
  for (let done = 0; done < count; done++) {
    const beganAt = performance.now();
    const worked = await once(AbortSignal.timeout(LIMIT_MS));
    if (worked) took.push((performance.now() - beganAt) * 1_000);
    // Nothing answers there: more would take long.
    else if (took.length === 0) return [];
    await delay(GAP_MS);
  }
  return took;
}
