import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';

/**
 * One line for people, down before up where they differ:
 * "20 / 10 Mbit/s, 50 ms each way, loss 0.5 %, droptail 1 BDP (250 / 125 kB)".
 */
export function describeProfile({ down, up }: NetworkProfile): string {
  const both = (say: (direction: LinkDirection) => string): string => pair(say(down), say(up));
  const parts = [rates(down, up)];
  parts.push(
    down.delayMs + up.delayMs === 0 ? 'no delay' : `${both((way) => delay(way))} ms each way`,
  );
  parts.push(down.lossFraction + up.lossFraction === 0 ? 'no loss' : `loss ${both(loss)}`);
  if (down.queue !== null || up.queue !== null) {
    const rttMs = down.delayMs + up.delayMs;
    const sizes = pair(queueSize(down), queueSize(up));
    parts.push(`${both((way) => queueKind(way, rttMs))}${sizes === '' ? '' : ` (${sizes} kB)`}`);
  }
  return parts.join(', ');
}

function rates(down: LinkDirection, up: LinkDirection): string {
  if (down.rateKbps === null && up.rateKbps === null) return 'no rate limit';
  const highest = Math.max(down.rateKbps ?? 0, up.rateKbps ?? 0);
  const [unit, divisor] =
    highest >= 1e6 ? ['Gbit/s', 1e6] : highest >= 1e3 ? ['Mbit/s', 1e3] : ['kbit/s', 1];
  const say = ({ rateKbps }: LinkDirection): string =>
    rateKbps === null ? 'unlimited' : number(rateKbps / divisor);
  return `${pair(say(down), say(up))} ${unit}`;
}

function delay({ delayMs, jitterMs }: LinkDirection): string {
  return jitterMs === 0 ? number(delayMs) : `${number(delayMs)} ± ${number(jitterMs)}`;
}

function loss({ lossFraction, lossBurstPackets }: LinkDirection): string {
  const percent = `${number(lossFraction * 100)} %`;
  return lossBurstPackets === 1 ? percent : `${percent} in runs of ${number(lossBurstPackets)}`;
}

function queueKind({ queue, rateKbps }: LinkDirection, rttMs: number): string {
  switch (queue?.kind) {
    case undefined:
      return 'no queue';
    case 'codel':
      return 'CoDel';
    case 'droptail-packets':
      return `droptail ${queue.limitPackets} packets`;
    case 'droptail': {
      // kbit/s × ms = bit.
      const bdpBytes = ((rateKbps ?? 0) * rttMs) / 8;
      return bdpBytes === 0 ? 'droptail' : `droptail ${number(queue.limitBytes / bdpBytes)} BDP`;
    }
  }
}

/** In kB; empty where bytes do not decide. */
function queueSize({ queue }: LinkDirection): string {
  return queue?.kind === 'droptail' ? number(queue.limitBytes / 1000) : '';
}

function pair(down: string, up: string): string {
  return down === up || up === '' ? down : down === '' ? up : `${down} / ${up}`;
}

/** At most three digits of fraction: 0.30000000000000004 → "0.3". */
function number(value: number): string {
  return String(Number(value.toFixed(3)));
}
