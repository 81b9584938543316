import { delaysOf } from '@holbench/netem/certify/lane-reading';
import type { NetworkReading } from '@holbench/results/real-network';
import type { HelperConnection } from '../helper-connection.ts';
import type { Address } from '@holbench/harness/address';
import { countEchoes } from './echo.ts';
import { quicAnswersUs, tcpConnectsUs } from './round-trips.ts';

/** How much each kind of reading sends. A loss of 1 % shows in 500 datagrams, one of 10 % in 50. */
const EFFORT = {
  full: { roundTrips: 10, echoes: { count: 500, gapMs: 5 } },
  check: { roundTrips: 3, echoes: { count: 50, gapMs: 5 } },
} as const;

/** Measures what is between this machine and a target that does nothing else meanwhile. */
export async function readNetwork(
  address: Address,
  helper: HelperConnection | null,
  kind: 'full' | 'check',
): Promise<NetworkReading> {
  const measuredAt = new Date().toISOString();
  const beganAt = performance.now();
  const { roundTrips, echoes } = EFFORT[kind];
  const isFull = kind === 'full';
  // The variant is not there all the time.
  const tcpConnectMs = delaysOf(
    await tcpConnectsUs({ ...address, port: helper?.address.port ?? address.port }, roundTrips),
  );
  const quicMs = helper ? null : delaysOf(await quicAnswersUs(address, roundTrips));
  const seen = helper && (await echoed(address.host, helper, echoes));
  const down = isFull && helper ? await helper.goodputDown() : null;
  const up = isFull && helper ? await helper.goodputUp() : null;
  return {
    measuredAt,
    seconds: (performance.now() - beganAt) / 1_000,
    rttMs: seen && delaysOf(seen.rttUs),
    tcpConnectMs,
    quicMs,
    down: seen && { sent: seen.arrived, lost: seen.arrived - seen.rttUs.length, goodputKbps: down },
    up: seen && { sent: seen.sent, lost: seen.sent - seen.arrived, goodputKbps: up },
  };
}

async function echoed(
  host: string,
  helper: HelperConnection,
  pace: { readonly count: number; readonly gapMs: number },
) {
  const { id } = await helper.order({ do: 'echo' }, 'echoing');
  return countEchoes({ host, port: helper.address.port }, Buffer.from(id, 'hex'), pace);
}
