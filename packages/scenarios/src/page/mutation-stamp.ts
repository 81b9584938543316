/** The intended time in a mutation's title, so that a subscriber can time its delivery. */
export interface MutationStamp {
  readonly index: number;
  /** Time from which its delivery counts, as `performance.timeOrigin + performance.now()`. */
  readonly intendedAtMs: number;
}

export function stampTitle({ index, intendedAtMs }: MutationStamp): string {
  return `mutation ${index} at ${intendedAtMs}`;
}

/** @returns null for a title that is not a stamp: another mutation. */
export function readStamp(title: string | undefined): MutationStamp | null {
  const match = /^mutation (\d+) at (\d+(?:\.\d+)?)$/.exec(title ?? '');
  return match ? { index: Number(match[1]), intendedAtMs: Number(match[2]) } : null;
}
