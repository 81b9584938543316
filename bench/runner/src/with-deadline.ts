/**
 * Resolves with the scenario, and rejects as soon as one of what it stands on rejects (its server,
 * its network) or its time is up: the scenario is left behind then, and ends with its processes.
 */
export async function withDeadline(
  scenario: Promise<void>,
  foundations: readonly Promise<never>[],
  limitMs: number,
): Promise<void> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`hung: ended after ${limitMs / 1_000} s`)),
    limitMs,
  );
  // What fails later, when the cell has failed already, says nothing new.
  for (const promise of [stopped, scenario, ...foundations]) promise.catch(() => {});
  try {
    await Promise.race([scenario, stopped, ...foundations]);
  } finally {
    clearTimeout(timer);
  }
}
