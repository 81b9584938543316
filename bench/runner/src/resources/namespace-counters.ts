import { DEVICE } from '@holbench/netem/topology/sides';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';

/** Ethernet header: the device counts it, the rate of a network does not. */
const HEADER_BYTES = 14;

/** IP packets through the device that leads to the other side, since it was made. */
export interface DeviceCounters {
  readonly receivedBytes: number;
  readonly receivedPackets: number;
  readonly sentBytes: number;
  readonly sentPackets: number;
}

/** The kernel's counters of one namespace. */
export interface NamespaceCounters extends DeviceCounters {
  readonly segmentsSent: number;
  readonly retransmits: number;
  readonly receiveBufferErrors: number;
  readonly sendBufferErrors: number;
}

/** Reads the counters of a network namespace, by one short process inside. */
export async function readNamespaceCounters(place: NetworkSide): Promise<NamespaceCounters> {
  const { command, args } = commandIn(place, 'cat', ['/proc/net/dev', '/proc/net/snmp']);
  const text = await runTool(command, args);
  const tcp = protocolCounters(text, 'Tcp');
  const udp = protocolCounters(text, 'Udp');
  return {
    ...parseDevice(text),
    segmentsSent: tcp('OutSegs'),
    retransmits: tcp('RetransSegs'),
    receiveBufferErrors: udp('RcvbufErrors'),
    sendBufferErrors: udp('SndbufErrors'),
  };
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

/** /proc/net/snmp: for each protocol a line of names, and a line of values below. */
function protocolCounters(text: string, protocol: string): (name: string) => number {
  const [names, values] = text.split('\n').filter((line) => line.startsWith(`${protocol}: `));
  const columns = names?.split(' ') ?? [];
  const counters = values?.split(' ') ?? [];
  return (name) => {
    const value = counters[columns.indexOf(name)];
    if (value === undefined) throw new Error(`the kernel does not count ${protocol} ${name}`);
    return Number(value);
  };
}
