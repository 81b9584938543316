import { isIPv4, isIPv6 } from 'node:net';
import { isToken } from '@holbench/core/http/access';
import { NETWORK_FLAGS, type ProfileOptions } from '@holbench/netem/profile-options';
import { LOOPBACK } from '@holbench/netem/profiles';
import { outerAddresses, ownAddresses } from '@holbench/process/own-addresses';
import { UserError } from '@holbench/process/user-error';

/** Lets other machines open the demo. */
export interface Exposure {
  /** IPv4 address of this machine to listen on. */
  readonly address: string;
  /** Without it no request is answered. */
  readonly token: string;
}

/** Instead of `--token`, which `ps` shows. */
const VARIABLE = 'HOLBENCH_DEMO_TOKEN';

/** What makes a token. */
const MAKE_TOKEN = 'openssl rand -hex 16';

interface Asked extends ProfileOptions {
  readonly expose?: string;
  readonly token?: string;
  readonly replay?: string;
  readonly screenshot?: string;
}

/**
 * Reads `--expose` and its token.
 * @returns null without the option.
 * @throws UserError when one of them is missing or wrong, or does not fit the other options.
 */
export function exposureOf(
  asked: Asked,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): Exposure | null {
  const { expose, token } = asked;
  if (expose === undefined) {
    if (token !== undefined) throw new UserError('--token is for --expose ADDRESS; add it');
    return null;
  }
  assertFits(asked);
  return { address: addressOf(expose), token: tokenOf(token, env[VARIABLE], expose) };
}

/** @throws UserError */
function assertFits(asked: Asked): void {
  if (asked.replay !== undefined) {
    throw new UserError(
      '--expose is for a live demo; --replay RUN --build FOLDER makes files for any web server',
    );
  }
  if (asked.screenshot !== undefined) {
    throw new UserError('--expose waits for a browser elsewhere; leave out --screenshot');
  }
  const flag = NETWORK_FLAGS.find((name) => asked[name] !== undefined);
  if (flag === undefined || (flag === 'network' && asked.network === LOOPBACK)) return;
  throw new UserError(
    `--expose: another machine cannot reach an emulated network; leave out --${flag}, this network is real`,
  );
}

/** @throws UserError */
function addressOf(expose: string): string {
  const outer = outerAddresses('IPv4');
  const use = outer.length === 0 ? 'this machine has none of IPv4' : `use ${outer.join(' or ')}`;
  if (expose === '0.0.0.0' || expose === '::') {
    throw new UserError(
      `--expose: certificate and origins need one real address, not ${expose}; ${use}`,
    );
  }
  if (isIPv6(expose)) {
    // Its grammar of a host has no brackets: CSP Level 3, section 2.3.1.
    throw new UserError(
      `--expose: ${expose} is of IPv6, which a page’s content security policy cannot name; ${use}`,
    );
  }
  if (isIPv4(expose) && ownAddresses().some(({ address }) => address === expose)) return expose;
  throw new UserError(`--expose: '${expose}' is no address of this machine; ${use}`);
}

/** @throws UserError */
function tokenOf(option: string | undefined, variable: string | undefined, expose: string): string {
  const token = option ?? variable;
  if (token === undefined) {
    throw new UserError(
      `--expose needs a token: ${VARIABLE}=$(${MAKE_TOKEN}) pnpm demo --expose ${expose}`,
    );
  }
  if (isToken(token)) return token;
  const source = option === undefined ? VARIABLE : '--token';
  throw new UserError(
    `${source}: expected 16 to 256 characters of A-Z, a-z, 0-9, _ and -; ${MAKE_TOKEN} makes them`,
  );
}
