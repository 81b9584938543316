/** Milliseconds since 1970, to the microsecond, as captured packets are stamped. */
export function nowMs(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1_000) / 1_000;
}
