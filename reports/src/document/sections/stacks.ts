import {
  type ReceiveWindows,
  type Scheduling,
  type Stack,
  stackOf,
} from '@holbench/variants/stacks';
import { shownVariants } from '../../figures/selections.ts';
import type { SectionOf } from '../../report.ts';
import { formatAsGiven, formatBytes } from '../format.ts';

const COLUMNS: readonly (readonly [string, (stack: Stack) => string])[] = [
  ['Carried by', ({ name }) => name],
  ['Initial window (measured)', initialWindowText],
  ['Pacing of it (measured)', pacingText],
  ['Congestion control (TCP’s measured)', ({ congestionControl }) => congestionControl],
  ['Loss recovery (read)', ({ lossRecovery }) => lossRecovery],
  ['Order of answers on a connection (measured in HTTP/2 and 3)', schedulingText],
  ['Window of an upload at its start (measured)', windowsText],
];

function initialWindowText(stack: Stack): string {
  const { initialWindow, pacing } = stack;
  const { packets, packetBytes } = initialWindow;
  const text = `${packets} × ${formatAsGiven(packetBytes)} bytes`;
  // A stack of the kernel has what its route says.
  return pacing === null ? `${text} (--initcwnd)` : `${text}${howKnown(stack)}`;
}

function pacingText(stack: Stack): string {
  const { pacing } = stack;
  if (pacing === null) return 'none';
  const text = `${pacing.burstPackets} packets at once, then ${pacing.gain} × window ÷ round trip`;
  return `${text}${howKnown(stack)}`;
}

function howKnown({ isSenderRead }: Stack): string {
  return isSenderRead ? ' (read)' : '';
}

function schedulingText({ scheduling }: Stack): string {
  return typeof scheduling === 'string' ? scheduling : orderText(scheduling);
}

function orderText({ order, obeysPriorities, note }: Scheduling): string {
  const text = obeysPriorities ? `by priority, then ${order}` : `${order}; ignores priorities`;
  return note === undefined ? text : `${text}; ${note}`;
}

function windowsText({ receiveWindows }: Stack): string {
  return receiveWindows === null ? 'TCP’s alone' : grantedText(receiveWindows);
}

function grantedText({ streamBytes, connectionBytes, note }: ReceiveWindows): string {
  const text = `${exactBytes(streamBytes)} of a stream, ${exactBytes(connectionBytes)} of the connection`;
  return note === undefined ? text : `${text} (${note})`;
}

/** 65 535 is not 64 KiB. */
function exactBytes(bytes: number): string {
  return bytes % 1024 === 0 ? formatBytes(bytes) : `${formatAsGiven(bytes)} bytes`;
}

/** What differs between variants besides their protocol. */
export const stacksSection: SectionOf = ({ data }) => ({
  id: 'stacks',
  title: 'What each stack does by default',
  blocks: [
    {
      block: 'table',
      id: 'stack-facts',
      title: '',
      look: 'text',
      header: ['Variant', ...COLUMNS.map(([title]) => title)],
      rows: shownVariants(data).map((variant) => {
        const { stack: id } = variant;
        const stack = id && stackOf({ stack: id });
        const facts = COLUMNS.map(([, text]) => ({ text: [stack ? text(stack) : 'not known'] }));
        return { cells: [{ text: [`${variant.code} ${variant.id}`] }, ...facts] };
      }),
      notes: [
        [
          'All columns but the last are about the sender of a download. An option in brackets changes the value. Tests of this project measured the values, not this run; growth, notes and QUIC’s congestion control were not measured: docs/stacks.md.',
        ],
      ],
    },
  ],
});
