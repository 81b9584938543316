// One JSON line on standard error each. Only for what an operator must see: never on the hot path.

export function logError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log({ level: 'error', message, stack });
}

export function logWarning(message: string): void {
  log({ level: 'warning', message });
}

function log({
  level,
  ...more
}: {
  level: 'error' | 'warning';
  message: string;
  stack?: string | undefined;
}): void {
  process.stderr.write(`${JSON.stringify({ level, time: new Date(), ...more })}\n`);
}
