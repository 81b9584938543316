import { lookup } from 'node:dns/promises';
import { isDeepStrictEqual } from 'node:util';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { DEFAULT_SERVER_FACTORS, ServerFactors } from '@holbench/core/server/factors';
import { type Address, addressOf } from '@holbench/harness/address';
import { checkOnce, type Versions } from '@holbench/harness/readiness/check';
import { answersQuic } from '@holbench/harness/readiness/quic-check';
import { UserError } from '@holbench/process/user-error';
import type { NetworkReading } from '@holbench/results/real-network';
import type { TargetMachine } from '@holbench/results/target-machine';
import type { Variant } from '@holbench/variants/registry';
import * as v from 'valibot';
import type { Files } from './check/rules.ts';
import { HelperConnection } from './helper-connection.ts';
import type { HostedVariant } from './hosted-variant.ts';
import { controlPort } from './messages.ts';
import { readNetwork } from './probes/read-network.ts';
import { tokenOfEnvironment, whyNoToken } from './token.ts';
import { connectTrusted, type Keys, NobodyAnswers, type Trust } from '@holbench/harness/trust';

export interface TargetOptions {
  /** `--target`: "https://192.0.2.7:8443". */
  readonly origin: string;
  /** `--target-key`: the public key by which the target is known; default: this machine's own, which may be on both. */
  readonly key?: string | undefined;
  /** That of this machine's certificate. */
  readonly ownKey: string | undefined;
  /** True: a server that is not the lab's, which has neither helper nor token. */
  readonly isOwn?: boolean;
}

/** Servers on another machine, which the bench has not started, or which the helper starts there. */
export class Target implements AsyncDisposable {
  readonly origin: string;
  /** By whose key browsers know it; null: an authority vouches. */
  readonly trustedKey: string | null;
  /** Whether it speaks QUIC alone, as far as is known. */
  readonly overQuic: boolean;
  readonly token: string | undefined;
  /** Versions of a server that Node cannot ask, as a page has read them. */
  versions: Versions = {};
  /** Files that a server has which lacks some that are wanted; null: it has all, or its helper makes them. */
  files: readonly Files[] | null = null;
  readonly #address: Address;
  /** The same by an IP address: all probes take one way, and none asks for the name. */
  readonly #found: Address;
  readonly #helper: HelperConnection | null;

  private constructor(
    origin: string,
    address: Address,
    known: Trust & {
      /** Whether QUIC alone is known to be spoken there. */
      readonly overQuic?: boolean;
      readonly token: string | undefined;
      readonly ip: string;
    },
    helper: HelperConnection | null,
  ) {
    this.origin = origin;
    this.#address = address;
    this.#found = { ...address, host: known.ip };
    this.trustedKey = known.key;
    this.overQuic = known.overQuic ?? false;
    this.token = known.token;
    this.#helper = helper;
  }

  /** @throws UserError for an address that is none, and where nobody, or somebody else, answers. */
  static async open({ origin, key, ownKey, isOwn = false }: TargetOptions): Promise<Target> {
    const address = parseTarget(origin);
    const known = key ?? ownKey;
    const keys = { accepted: known === undefined ? [] : [known], only: key !== undefined };
    const token = isOwn ? undefined : tokenOfEnvironment();
    const control = { host: address.host, port: controlPort(address.port) };
    const helper =
      token === undefined ? null : await HelperConnection.open(control, { keys, token });
    const trust = helper?.trust ?? (await trustWithout(address, keys));
    const { address: ip } = await lookup(address.host);
    return new Target(new URL(origin).origin, address, { ...trust, token, ip }, helper);
  }

  /** What the helper says of its machine; null without one. */
  get machine(): TargetMachine | null {
    return this.#helper?.welcome.machine ?? null;
  }

  /** Why a variant cannot run there; null when it can, as far as is known. */
  whyUnsupported(variant: Variant): string | null {
    const unsupported = this.#helper?.welcome.unsupported ?? [];
    const known = unsupported.find((each) => each.variant === variant.id);
    return whyNoToken(variant) ?? (known ? `at the target: ${known.reason}` : null);
  }

  /** Resolves, with the reason, when the way to the helper is closed; never without one. */
  get closed(): Promise<string> {
    return this.#helper?.closed ?? new Promise(() => {});
  }

  /** @param kind of the reading before the first cell, or around each. */
  readNetwork(kind: 'full' | 'check'): Promise<NetworkReading> {
    return readNetwork(this.#found, this.#helper, kind);
  }

  /**
   * Fresh processes of the variant, where there is a helper; else what runs there must be that variant.
   * @throws UserError when it is not, or cannot be started.
   */
  async start(
    variant: Variant,
    { fileBytes, ...options }: { readonly fileBytes: number; readonly factors: ServerFactors },
  ): Promise<HostedVariant> {
    const helper = this.#helper;
    // Factors of others are left out.
    const factors = v.parse(v.object(ServerFactors.entries), options.factors);
    const here = { origin: this.origin, port: this.#address.port, processes: [] };
    if (helper === null) {
      const versions = await this.#versionsOf(variant, factors);
      return {
        ...here,
        versions: { ...this.versions, ...versions },
        ended: new Promise(() => {}),
        record: async () => {},
        stop: async () => ({ summary: null, resources: null }),
        [Symbol.asyncDispose]: async () => {},
      };
    }
    const { versions } = await helper.order(
      { do: 'start', variant: variant.id, fileBytes, factors },
      'started',
    );
    let stopped: ReturnType<HostedVariant['stop']> | null = null;
    const stop = () => (stopped ??= helper.order({ do: 'stop' }, 'stopped'));
    return {
      ...here,
      versions,
      ended: helper.ended,
      record: async () => void (await helper.order({ do: 'record' }, 'recording')),
      stop,
      // A connection that is closed has ended it.
      [Symbol.asyncDispose]: async () => void (await stop().catch(() => {})),
    };
  }

  /** @throws UserError where the server is another variant, or would have to obey factors. */
  async #versionsOf({ id, protocol }: Variant, factors: ServerFactors): Promise<Versions> {
    if (!isDeepStrictEqual(factors, DEFAULT_SERVER_FACTORS)) {
      throw new UserError(
        'factors of the server need its helper: start it there by pnpm serve --host ADDRESS; a server of your own has no such factors',
      );
    }
    const check = { origin: this.origin, protocol, variant: id };
    const answer = await checkOnce(check, AbortSignal.timeout(HEALTH_MS));
    if (answer !== null) return answer;
    throw new UserError(
      `${this.origin} does not answer as ${id}: is it the variant that is served there? A helper that needs a token is asked with ${TOKEN_VARIABLE}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#helper?.[Symbol.asyncDispose]();
  }
}

/** Of a server that nobody helps. One that speaks QUIC alone shows its certificate to browsers only. */
async function trustWithout(
  address: Address,
  keys: Keys,
): Promise<Trust & { readonly overQuic?: boolean }> {
  try {
    const { socket, trust } = await connectTrusted(address, keys, ['h2', 'http/1.1']);
    socket.destroy();
    return trust;
  } catch (error) {
    const [key = null] = keys.accepted;
    const { host, port } = address;
    // Somebody who answers by TCP, and is not trusted, is not asked by QUIC.
    if (!(error instanceof NobodyAnswers)) throw error;
    if (await answersQuic(host, port, AbortSignal.timeout(HEALTH_MS)))
      return { key, overQuic: true };
    throw error;
  }
}

const HEALTH_MS = 10_000;

/** @throws UserError */
function parseTarget(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url?.protocol === 'https:' &&
    url.href === `${url.origin}/` &&
    text.replace(/\/$/, '') === url.origin
  ) {
    return addressOf(url.origin);
  }
  throw new UserError(`the address of a target: expected https://HOST:PORT, and not ${text}`);
}
