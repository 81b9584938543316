/** The start time in a mutation's title, so that a subscriber can time its delivery. */
export interface MutationStamp {
  readonly index: number;
  /** `performance.timeOrigin + performance.now()` just before the producer's call. */
  readonly sentAtMs: number;
}

export function stampTitle({ index, sentAtMs }: MutationStamp): string {
  return `mutation ${index} at ${sentAtMs}`;
}

/** @returns null for a title that is not a stamp: another mutation. */
export function readStamp(title: string | undefined): MutationStamp | null {
  const match = /^mutation (\d+) at (\d+(?:\.\d+)?)$/.exec(title ?? '');
  return match ? { index: Number(match[1]), sentAtMs: Number(match[2]) } : null;
}
