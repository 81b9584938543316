import { isOverQuic } from '@holbench/variants/protocols';
import { type FactorValue, withBulk } from './factor.ts';
import { choiceFactor, durationFactor } from './make-factor.ts';

/** Time of a transfer before the network is disturbed, in ms: both directions are in use. */
export const DISTURBED_AFTER_MS = 3_000;

/** Packets are dropped where they arrive, so that senders see nothing of it. */
export const outage = durationFactor({
  key: 'outageMs',
  flag: 'outage',
  help: 'time in which nothing arrives in either direction, 3 s after a transfer has begun',
  scope: 'link',
  least: 0,
  most: 60_000,
  default: 0,
  appliesTo: withBulk,
  examples: [5_000],
});

/** As a router does that forgets its table, or a phone that goes from Wi-Fi to LTE. */
export const rebind = choiceFactor({
  key: 'rebind',
  flag: 'rebind',
  help: 'whether the client’s ports, as the server sees them, change 3 s after a transfer has begun, and what was sent to the old ones is dropped',
  scope: 'link',
  names: ['off', 'ports'],
  default: 'off',
  appliesTo: withBulk,
  examples: ['ports'],
});

/** As some networks of companies do. The lab forces QUIC, so no page falls back to TCP. */
export const udp = choiceFactor({
  key: 'udp',
  flag: 'udp',
  help: 'whether UDP arrives (pass), or none from 3 s after a transfer has begun (drop)',
  scope: 'link',
  names: ['pass', 'drop'],
  default: 'pass',
  appliesTo: (cell) => withBulk(cell) && isOverQuic(cell.variant.protocol),
  examples: ['drop'],
});

export const DISTURBANCES = [outage, rebind, udp] as const;

/** Those that a cell has. */
export function disturbancesIn(
  factors: Readonly<Record<(typeof DISTURBANCES)[number]['key'], FactorValue>>,
) {
  return DISTURBANCES.filter(({ key, default: none }) => factors[key] !== none);
}
