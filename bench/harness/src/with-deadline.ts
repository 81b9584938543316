/** As `whileStanding`; it also rejects, with `late`, when its time is up. */
export async function withDeadline<Result>(
  work: Promise<Result>,
  foundations: readonly Promise<never>[],
  { limitMs, late }: { readonly limitMs: number; readonly late: string },
): Promise<Result> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), limitMs);
  return whileStanding(work, [stopped, ...foundations]).finally(() => clearTimeout(timer));
}

/**
 * Resolves with the result of `work`. Rejects as soon as one of its foundations (server, network, time)
 * rejects. The work is then left behind, and ends with its processes.
 */
export function whileStanding<Result>(
  work: Promise<Result>,
  foundations: readonly Promise<never>[],
): Promise<Result> {
  // Later failures, after the work has failed, say nothing new.
  for (const promise of [work, ...foundations]) promise.catch(() => {});
  return Promise.race([work, ...foundations]);
}
