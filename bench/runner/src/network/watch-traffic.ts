import { BEACON_BYTES } from '@holbench/netem/certify/beacon-reading';
import { GAP_US } from '@holbench/netem/certify/beacons';
import { readDevice } from '@holbench/netem/topology/device-counters';
import type { NetworkSide } from '@holbench/process/network-side';
import type { Traffic } from '@holbench/results/connection';

/**
 * Counts what crosses the client's device from now on, without the beacons of that time, of which one more or less may be
 * counted.
 * @returns ends it; it says null on loopback, where others have traffic, too.
 */
export async function watchTraffic(client: NetworkSide): Promise<() => Promise<Traffic | null>> {
  if (client.netns === null) return async () => null;
  const beganAtMs = performance.now();
  const before = await readDevice(client);
  return async () => {
    const after = await readDevice(client);
    const beacons = Math.round((1_000 * (performance.now() - beganAtMs)) / GAP_US);
    const crossed = (bytes: number, packets: number) => ({
      bytes: Math.max(0, bytes - beacons * BEACON_BYTES),
      packets: Math.max(0, packets - beacons),
    });
    return {
      down: crossed(
        after.receivedBytes - before.receivedBytes,
        after.receivedPackets - before.receivedPackets,
      ),
      up: crossed(after.sentBytes - before.sentBytes, after.sentPackets - before.sentPackets),
    };
  };
}
