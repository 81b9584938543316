import { type DeviceCounters, parseDevice } from '@holbench/netem/topology/device-counters';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';

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
