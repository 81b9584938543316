import type { WaitPart } from '@holbench/wait/parts';

/** A colour for both themes, and letters on it, so that colour is not the only sign. */
interface PartLook {
  readonly sign: string;
  readonly fill: string;
}

/** Buffers are warm, the link’s queue is blue, waiting for a retransmission is red. */
export const PART_LOOKS: Readonly<Record<WaitPart, PartLook>> = {
  request: { sign: 'rq', fill: '#a3adb8' },
  application: { sign: 'ap', fill: '#e8963c' },
  'send-buffer': { sign: 'sb', fill: '#f5cf57' },
  sender: { sign: 'se', fill: '#d9b382' },
  path: { sign: 'el', fill: '#c9d0d7' },
  queue: { sign: 'qu', fill: '#6db3ea' },
  retransmission: { sign: 're', fill: '#f0798f' },
  receiver: { sign: 'rc', fill: '#7cc6a4' },
  answer: { sign: 'an', fill: '#b3a5dd' },
};

/** Of the letters on a part’s colour, in both themes. */
export const ON_PART = '#101418';
