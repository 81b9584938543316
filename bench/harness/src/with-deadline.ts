/**
 * Resolves with the result of `work`. Rejects as soon as one of its foundations (server, network)
 * rejects, and with `late` when its time is up. The work is then left behind, and ends with its
 * processes.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  foundations: readonly Promise<never>[],
  { limitMs, late }: { readonly limitMs: number; readonly late: string },
): Promise<Result> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), limitMs);
  // Later failures, after the work has failed, say nothing new.
  for (const promise of [stopped, work, ...foundations]) promise.catch(() => {});
  try {
    return await Promise.race([work, stopped, ...foundations]);
  } finally {
    clearTimeout(timer);
  }
}
