import { BEACON_BYTES } from '@holbench/netem/certify/beacon-reading';
import { GAP_US } from '@holbench/netem/certify/beacons';
import { type DeviceCounters, readDevice } from '@holbench/netem/topology/device-counters';
import type { Link } from '@holbench/netem/backend';
import type { Traffic } from '@holbench/results/connection';

/**
 * Counts what either side hands to the link from now on, without the beacons of that time, of which one more or less may be
 * counted. What the link then loses, and what it takes to send that again, is counted, too.
 * @returns ends it; it says null without a link.
 */
export async function watchTraffic(
  link: Pick<Link, 'client' | 'server'> | null,
): Promise<() => Promise<Traffic | null>> {
  if (link === null) return async () => null;
  const read = () => Promise.all([readDevice(link.server), readDevice(link.client)]);
  const beganAtMs = performance.now();
  const [downBefore, upBefore] = await read();
  return async () => {
    const [down, up] = await read();
    const beacons = Math.round((1_000 * (performance.now() - beganAtMs)) / GAP_US);
    const crossed = (after: DeviceCounters, before: DeviceCounters) => ({
      bytes: Math.max(0, after.sentBytes - before.sentBytes - beacons * BEACON_BYTES),
      packets: Math.max(0, after.sentPackets - before.sentPackets - beacons),
    });
    return { down: crossed(down, downBefore), up: crossed(up, upBefore) };
  };
}
