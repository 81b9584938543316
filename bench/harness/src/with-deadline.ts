/**
 * What `work` resolves with. Rejects as soon as one of what it stands on rejects (its server, its
 * network), and with `late` when its time is up: the work is left behind then, and ends with its
 * processes.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  foundations: readonly Promise<never>[],
  { limitMs, late }: { readonly limitMs: number; readonly late: string },
): Promise<Result> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), limitMs);
  // What fails later, when the work has failed already, says nothing new.
  for (const promise of [stopped, work, ...foundations]) promise.catch(() => {});
  try {
    return await Promise.race([work, stopped, ...foundations]);
  } finally {
    clearTimeout(timer);
  }
}
