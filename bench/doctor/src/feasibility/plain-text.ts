/** Longer messages say nothing more: what follows is a stack. */
const MAX_LENGTH = 500;

/**
 * A message as evidence that reads the same on every machine: one line, without the ports and
 * folders of this one.
 */
export function plainText(message: string): string {
  const line = message
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll(/(?<![\w:/])\/(?:[^\s/:'"]+\/)+/g, '')
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
