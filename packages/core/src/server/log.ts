/** One JSON line on standard error. Only for what an operator must see: never on the hot path. */
export function logError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${JSON.stringify({ level: 'error', time: new Date(), message, stack })}\n`);
}
