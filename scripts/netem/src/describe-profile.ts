import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { rateOf } from '@holbench/results/rate-of';

/**
 * One line for people, down before up where they differ:
 * "20 Mbit/s / 10 Mbit/s, 50 ms each way, loss 0.5 %, droptail 250 kB / droptail 125 kB".
 */
export function describeProfile({ down, up }: NetworkProfile): string {
  const both = (format: (direction: LinkDirection) => string): string =>
    format(down) === format(up) ? format(down) : `${format(down)} / ${format(up)}`;
  return [
    rateOf(down) === null && rateOf(up) === null ? 'no rate limit' : both(formatRate),
    down.delayMs + up.delayMs === 0 ? 'no delay' : `${both(formatDelay)} ms each way`,
    down.lossFraction + up.lossFraction === 0 ? 'no loss' : `loss ${both(formatLoss)}`,
    ...(down.queue === null && up.queue === null ? [] : [both(formatQueue)]),
  ].join(', ');
}

function formatRate(link: LinkDirection): string {
  const limit = rateOf(link);
  if (limit === null) return 'unlimited';
  return limit.isConstant ? rate(limit.meanKbps) : `${rate(limit.meanKbps)} by trace`;
}

function formatDelay({ delayMs, jitterMs }: LinkDirection): string {
  return jitterMs === 0 ? String(delayMs) : `${delayMs} ± ${jitterMs}`;
}

function formatLoss({ lossFraction, lossBurstPackets }: LinkDirection): string {
  const loss = percent(lossFraction);
  return lossBurstPackets === 1 ? loss : `${loss} in runs of ${lossBurstPackets}`;
}

function formatQueue({ queue }: LinkDirection): string {
  switch (queue?.kind) {
    case undefined:
      return 'no queue';
    case 'codel':
      return 'CoDel';
    case 'droptail-packets':
      return `droptail ${queue.limitPackets} packets`;
    case 'droptail':
      return `droptail ${kilobytes(queue.limitBytes)}`;
  }
}

/** "100.4 ms" */
export function milliseconds(ms: number): string {
  return `${rounded(ms, 1)} ms`;
}

/** @param kbps kbit/s. @returns "19.94 Mbit/s" or "498.1 kbit/s". */
export function rate(kbps: number): string {
  return kbps >= 1000 ? `${rounded(kbps / 1000, 2)} Mbit/s` : `${rounded(kbps, 1)} kbit/s`;
}

/** @returns "248.5 kB", of 1000 bytes. */
export function kilobytes(bytes: number): string {
  return `${rounded(bytes / 1000, 1)} kB`;
}

/** @param fraction from 0 to 1. @returns "0.5 %" */
export function percent(fraction: number): string {
  return `${rounded(fraction * 100, 3)} %`;
}

/** Without zeros at the end. */
function rounded(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
