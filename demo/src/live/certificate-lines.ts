import { findingsOf } from '@holbench/netem/certify/findings';
import type { LinkCertificate } from '@holbench/results/link-certificate';

/** What was measured of a network, a line for each quantity that is judged: `down: rate of UDP 19.9 Mbit/s (configured 20 Mbit/s)`. */
export function certificateLines({ profile, readings }: LinkCertificate): string[] {
  const reading = readings.at(-1);
  if (reading === undefined) return [];
  return findingsOf(profile, reading)
    .filter(({ isWithin }) => isWithin !== null)
    .map(({ direction, quantity, configured, measured, isWithin }) => {
      const verdict = isWithin === true ? '' : ', outside tolerance';
      return `${direction}: ${quantity} ${measured} (configured ${configured}${verdict})`;
    });
}
