import type { WaitPart } from '@holbench/wait/parts';

/** Parts of a wait as tables and pictures name them. */
export const PART_NAMES: Readonly<Record<WaitPart, string>> = {
  request: 'request',
  application: 'application',
  'send-buffer': 'send buffer',
  sender: 'sender',
  path: 'empty link',
  queue: 'queue',
  retransmission: 'retransmission',
  receiver: 'receiver',
  answer: 'answer',
};
