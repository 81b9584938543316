/**
 * Something that the user can put right. Its message is one line and names the remedy; a main
 * prints it without a stack (`runMain`).
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** More lines worth reading, such as the end of a log. */
  readonly detail: string | null;

  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}
