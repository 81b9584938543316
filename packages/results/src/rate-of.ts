import type { LinkDirection } from './network-profile.ts';

/** What one direction of a link carries, in kbit/s at the IP layer. */
export interface LinkRate {
  readonly meanKbps: number;
  readonly leastKbps: number;
  /** Else the rate follows a trace, and neither of them says what the link carries now. */
  readonly isConstant: boolean;
}

/** The one place that reads what limits a direction of a link; null where nothing does. */
export function rateOf({
  rateKbps,
  trace,
}: Pick<LinkDirection, 'rateKbps' | 'trace'>): LinkRate | null {
  if (trace) {
    return { meanKbps: trace.meanKbps, leastKbps: trace.leastKbps, isConstant: false };
  }
  return rateKbps === null ? null : { meanKbps: rateKbps, leastKbps: rateKbps, isConstant: true };
}
