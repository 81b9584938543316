import { UNPROVEN } from '@holbench/scenarios/port/client-transport';
import { pageError, TransportError } from '@holbench/scenarios/port/transport-error';
import { hashByNavigation, hashByServer } from './certificate-hash.ts';
import { eventsByFetch } from './events-by-fetch.ts';
import type { EventStream, HttpCarrier, ProtocolWitness } from './http-carrier.ts';
import { fetchByStream } from './webtransport-fetch.ts';

/** Where the gateway takes sessions. */
const PATH = '/webtransport';

/** Requests as streams of one WebTransport session, connected at first use and again after a loss. */
export class WebTransportCarrier implements HttpCarrier {
  readonly #url: string;
  #session: Promise<WebTransport> | null = null;
  /** For the first connection: of the certificate that the gateway had when this page was loaded. */
  #hash = hashByNavigation();
  #protocol = UNPROVEN;
  #closed = false;

  /** @param origin the gateway's, such as `https://127.0.0.1:8456`. */
  constructor(origin: string) {
    this.#url = `${origin}${PATH}`;
  }

  readonly fetch: HttpCarrier['fetch'] = async (url, init) => {
    const session = await orAborted(this.#connected(), init.signal ?? null);
    return fetchByStream(session, url, init);
  };

  readonly openEvents = (url: string): EventStream => eventsByFetch(url, this.fetch);

  /** The witness is that the session came up: the browser has no entry for streams. */
  readonly witness = (): ProtocolWitness => ({
    settled: async () => this.#protocol,
    abandon: (thrown) => TransportError.from(thrown),
  });

  readonly close = (): void => {
    this.#closed = true;
    void this.#session?.then((session) => session.close(), ignoreFailure);
  };

  #connected(): Promise<WebTransport> {
    if (this.#closed) return Promise.reject(pageError('aborted', 'the transport is closed'));
    if (this.#session !== null) return this.#session;
    const session = this.#connect(() => {
      if (this.#session === session) this.#session = null;
    });
    this.#session = session;
    return session;
  }

  /** @param forget once the session has ended, or could not be opened. */
  async #connect(forget: () => void): Promise<WebTransport> {
    try {
      const value = this.#hash ?? (await hashByServer());
      // The gateway may have another certificate, when it has been started again.
      this.#hash = null;
      const session = new WebTransport(this.#url, {
        serverCertificateHashes: [{ algorithm: 'sha-256', value }],
      });
      void session.closed.then(forget, forget);
      await session.ready;
      this.#protocol = 'webtransport';
      return session;
    } catch (cause) {
      forget();
      // As `fetch` has it.
      throw new TypeError('the WebTransport session could not be opened', { cause });
    }
  }
}

/** As `fetch` has it: a request whose session is not open yet ends with its signal. */
async function orAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | null,
): Promise<Value> {
  if (signal === null) return promise;
  using ended = new DisposableStack();
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as `fetch` does
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    ended.defer(() => signal.removeEventListener('abort', abort));
  });
  return await Promise.race([promise, aborted]);
}

const ignoreFailure = () => {};
