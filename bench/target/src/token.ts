import { isToken, TOKEN_VARIABLE } from '@holbench/core/http/access';
import { UserError } from '@holbench/process/user-error';
import type { Variant } from '@holbench/variants/registry';

/** The token of a server beyond loopback, as both sides have it. @throws UserError for one that is none. */
export function tokenOfEnvironment(): string | undefined {
  const { [TOKEN_VARIABLE]: token } = process.env;
  if (token === undefined || isToken(token)) return token;
  throw new UserError(
    `${TOKEN_VARIABLE}: expected 16 to 256 characters of A-Z, a-z, 0-9, _ and -; without it pnpm serve makes one`,
  );
}

/** Why a variant cannot be beyond loopback; null when it can. */
export function whyNoToken({ transport }: Pick<Variant, 'transport'>): string | null {
  return transport === 'webtransport' ? 'WebTransport sends no cookie, so no token' : null;
}
