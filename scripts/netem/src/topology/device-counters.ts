import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import { DEVICE } from './sides.ts';

/** Ethernet header: the device counts it, the rate of a network does not. */
const HEADER_BYTES = 14;

/** IP packets through the device that leads to the other side, since it was made. */
export interface DeviceCounters {
  readonly receivedBytes: number;
  readonly receivedPackets: number;
  readonly sentBytes: number;
  readonly sentPackets: number;
}

/** Reads them in a network namespace, by one short process inside. */
export async function readDevice(side: NetworkSide): Promise<DeviceCounters> {
  const { command, args } = commandIn(side, 'cat', ['/proc/net/dev']);
  return parseDevice(await runTool(command, args));
}

/** @param text of /proc/net/dev: 8 columns received, 8 sent, each bytes and packets first. */
export function parseDevice(text: string): DeviceCounters {
  const line = text.split('\n').find((each) => each.trimStart().startsWith(`${DEVICE}:`));
  if (line === undefined) throw new Error(`no device ${DEVICE} in this namespace`);
  const fields = line
    .slice(line.indexOf(':') + 1)
    .trim()
    .split(/\s+/)
    .map(Number);
  const [receivedFrames = 0, receivedPackets = 0] = fields;
  const [sentFrames = 0, sentPackets = 0] = fields.slice(8);
  return {
    receivedBytes: receivedFrames - HEADER_BYTES * receivedPackets,
    receivedPackets,
    sentBytes: sentFrames - HEADER_BYTES * sentPackets,
    sentPackets,
  };
}
