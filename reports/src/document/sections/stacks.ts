import { type Stack, stackOf } from '@holbench/variants/stacks';
import { shownVariants } from '../../figures/selections.ts';
import type { SectionOf } from '../../report.ts';
import { formatAsGiven, formatBytes } from '../format.ts';
import { textTable } from '../text-table.ts';

const COLUMNS: readonly (readonly [string, (stack: Stack) => string])[] = [
  ['Carried by', ({ name }) => name],
  ['Initial window (measured)', initialWindowText],
  ['Pacing of it (measured)', pacingText],
  ['Congestion control (TCP’s measured)', ({ congestionControl }) => congestionControl],
  ['Loss recovery (read)', ({ lossRecovery }) => lossRecovery],
  ['Order of answers on a connection (measured in HTTP/2 and 3)', schedulingText],
  ['Window of an upload at its start (measured)', windowsText],
];

function initialWindowText({ initialWindow, pacing, isSenderRead }: Stack): string {
  const { packets, packetBytes } = initialWindow;
  const text = `${packets} × ${formatAsGiven(packetBytes)} bytes`;
  // A stack of the kernel has what its route says.
  return pacing === null ? `${text} (--initcwnd)` : `${text}${isSenderRead ? ' (read)' : ''}`;
}

function pacingText({ pacing, isSenderRead }: Stack): string {
  if (pacing === null) return 'none';
  const text = `${pacing.burstPackets} packets at once, then ${pacing.gain} × window ÷ round trip`;
  return `${text}${isSenderRead ? ' (read)' : ''}`;
}

function schedulingText({ scheduling }: Stack): string {
  if (typeof scheduling === 'string') return scheduling;
  const { order, obeysPriorities, note } = scheduling;
  const text = obeysPriorities ? `by priority, then ${order}` : `${order}; ignores priorities`;
  return note === undefined ? text : `${text}; ${note}`;
}

function windowsText({ receiveWindows }: Stack): string {
  if (receiveWindows === null) return 'TCP’s alone';
  const { streamBytes, connectionBytes, note } = receiveWindows;
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
    textTable({
      id: 'stack-facts',
      header: ['Variant', ...COLUMNS.map(([title]) => title)],
      rows: shownVariants(data).map(({ stack: id, ...variant }) => {
        const stack = id && stackOf({ stack: id });
        const facts = COLUMNS.map(([, text]) => (stack ? text(stack) : 'not known'));
        return [`${variant.code} ${variant.id}`, ...facts];
      }),
      notes: [
        [
          'All columns but the last are about the sender of a download. An option in brackets changes the value. Tests of this project measured the values, not this run; growth, notes and QUIC’s congestion control were not measured: docs/reference/stacks.md.',
        ],
      ],
    }),
  ],
});
