import { createHash, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { messageOf, UserError } from '@holbench/process/user-error';
import { type Address, hostAndPort } from './address.ts';

/** By what a target may be known. */
export interface Keys {
  /** Public keys that are accepted. */
  readonly accepted: readonly string[];
  /** Whether nobody else is: a key was given. Otherwise an authority may vouch. */
  readonly only: boolean;
}

/** How a target is known: by its public key, or by a certificate of an authority that this machine trusts. */
export interface Trust {
  /** Base64 of the SHA-256 of the public key; null: an authority vouches. */
  readonly key: string | null;
}

/** Instead of somebody who is not trusted. */
export class NobodyAnswers extends UserError {}

export const CONNECT_MS = 10_000;

/**
 * A TLS connection to who can be trusted: nothing is sent before that is certain.
 * @throws UserError when nobody answers, or somebody else.
 */
export async function connectTrusted(
  address: Address,
  keys: Keys,
  protocols: readonly string[],
): Promise<{ socket: TLSSocket; trust: Trust }> {
  const { host } = address;
  const names = isIP(host) === 0 ? { servername: host } : {};
  const options = {
    ...address,
    ...names,
    ALPNProtocols: [...protocols],
    rejectUnauthorized: false,
  };
  const socket = connect({ ...options, timeout: CONNECT_MS });
  const late = once(socket, 'timeout').then((): never => {
    throw new Error(`no answer within ${CONNECT_MS / 1_000} s`);
  });
  try {
    await Promise.race([once(socket, 'secureConnect'), late]);
    const trust = trustIn(socket, keys);
    socket.setTimeout(0);
    return { socket, trust };
  } catch (error) {
    socket.destroy();
    if (error instanceof UserError) throw error;
    throw new NobodyAnswers(
      `nobody answers at ${hostAndPort(address)} (${messageOf(error)}): is pnpm serve --host, or your own server, running there, and are its ports open?`,
    );
  }
}

/** @throws UserError with the key that would have to be given. */
function trustIn(socket: TLSSocket, { accepted, only }: Keys): Trust {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) throw new Error('it has no certificate');
  const key = spkiHash(certificate);
  if (accepted.includes(key)) return { key };
  if (!only && socket.authorized) return { key: null };
  const why = only ? 'its key is another one' : messageOf(socket.authorizationError);
  throw new UserError(
    `the certificate of the target is not trusted (${why}): ` +
      `where pnpm serve printed --target-key ${key}, or your own server has this key, give it; else this is not your target`,
  );
}

/** RFC 7469, section 2.4: the hash of the DER of SubjectPublicKeyInfo. */
export function spkiHash(certificate: X509Certificate): string {
  const der = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('base64');
}
