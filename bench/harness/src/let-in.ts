import { TOKEN_COOKIE } from '@holbench/core/http/access';
import type { BrowserContext } from 'playwright-core';

/** What a page needs to be let in. */
export interface Access {
  readonly origin: string;
  /** Undefined: none is needed. */
  readonly token: string | undefined;
}

/** Gives the browser what the server's entrance would give it, without a visit there, which would open connections. */
export async function letIn(
  context: Pick<BrowserContext, 'addCookies'>,
  { origin, token }: Access,
): Promise<void> {
  if (token === undefined) return;
  await context.addCookies([
    {
      name: TOKEN_COOKIE,
      value: token,
      url: origin,
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
}
