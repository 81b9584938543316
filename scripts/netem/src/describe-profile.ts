import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { kilobytes, percent, rate } from './quantity-text.ts';

/**
 * One line for people, down before up where they differ:
 * "20 Mbit/s / 10 Mbit/s, 50 ms each way, loss 0.5 %, droptail 250 kB / droptail 125 kB".
 */
export function describeProfile({ down, up }: NetworkProfile): string {
  const both = (format: (direction: LinkDirection) => string): string =>
    format(down) === format(up) ? format(down) : `${format(down)} / ${format(up)}`;
  return [
    down.rateKbps === null && up.rateKbps === null ? 'no rate limit' : both(formatRate),
    down.delayMs + up.delayMs === 0 ? 'no delay' : `${both(formatDelay)} ms each way`,
    down.lossFraction + up.lossFraction === 0 ? 'no loss' : `loss ${both(formatLoss)}`,
    ...(down.queue === null && up.queue === null ? [] : [both(formatQueue)]),
  ].join(', ');
}

function formatRate({ rateKbps }: LinkDirection): string {
  return rateKbps === null ? 'unlimited' : rate(rateKbps);
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
