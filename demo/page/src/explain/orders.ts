import type { Protocol } from '@holbench/variants/protocols';

/**
 * What transfer and message are in, in which bytes are given to the page in the order in which they were sent:
 * a lost packet holds back what is behind it in the same one. One name: both are in it.
 */
export type Orders =
  | readonly [both: string]
  | readonly [ofTheTransfer: string, ofTheMessage: string];

const STREAMS = ['stream of the transfer', 'stream of the message'] as const;

export const ORDERS: Readonly<Record<Protocol, Orders>> = {
  websocket: ['one connection, one order'],
  'http/1.1': ['connection of the transfer', 'connection of the message'],
  h2: ['one connection: all streams in one order of TCP'],
  h3: STREAMS,
  webtransport: STREAMS,
};
