/**
 * A problem that the user can solve. Its message is one line that names the remedy; `runMain` prints
 * it without a stack.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** More lines, such as the end of a log. */
  readonly detail: string | null;

  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/** The message of any caught value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error of Node.js has one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Text of a run, a parser or a user, safe for a terminal: no line ends, nothing that steers it. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
}
