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

/** Where a message is while it waits for a part: `1,102 ms in the send buffer`. */
export const PART_PLACES: Readonly<Record<WaitPart, string>> = {
  request: 'until the server has the answer',
  application: 'in the application',
  'send-buffer': 'in the send buffer',
  sender: 'at the sender',
  path: 'on the empty link',
  queue: 'in the link’s queue',
  retransmission: 'for lost packets',
  receiver: 'at the receiver',
  answer: 'until the page has the answer',
};
