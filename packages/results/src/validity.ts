import type { Cell } from './cell.ts';
import type { Sample } from './sample.ts';

/** Evidence for the protocol of a cell. */
export interface ProtocolEvidence {
  /** `Variant.protocol`: what every operation must have used. */
  readonly expected: string;
  /** `serverProtocol(variant)`: the same by its name in the server's counters. */
  readonly expectedByServer: string;
  readonly samples: readonly Sample[];
  /** `ServerSummary.requests`; null when the server ended without a summary. */
  readonly serverRequests: Readonly<Record<string, number>> | null;
}

/** Why a cell does not count because of its limiting party: the emulator changed the network. */
export function limiterProblems(limiter: Cell['limiter']): string[] {
  return limiter?.verdict === 'emulator' ? [`the bottleneck was the ${limiter.why}`] : [];
}

/** Whether a cell that counts may rank servers: not when the client was the limiting party. */
export function ranksServers({ limiter }: Pick<Cell, 'limiter'>): boolean {
  return limiter?.verdict !== 'client' && limiter?.verdict !== 'emulator';
}

/** Successful operations per protocol, as the page saw them (`Cell.protocol.client`). */
export function clientProtocols(samples: readonly Sample[]): Cell['protocol']['client'] {
  const counts: Record<string, number> = {};
  for (const { outcome } of samples) {
    if (outcome.status === 'ok') counts[outcome.protocol] = (counts[outcome.protocol] ?? 0) + 1;
  }
  return counts;
}

/**
 * Why the samples of a cell do not count, one reason each; none when both sides prove the expected
 * protocol.
 */
export function protocolProblems(evidence: ProtocolEvidence): string[] {
  const { expectedByServer, samples, serverRequests } = evidence;
  const total = totalOf(clientProtocols(samples));
  const problems = clientProblems(evidence);
  if (serverRequests === null) {
    return [...problems, 'the server ended without a summary, so its side is unproven'];
  }
  if (total > 0 && !((serverRequests[expectedByServer] ?? 0) > 0)) {
    problems.push(`the server counted no request over ${expectedByServer}`);
  }
  for (const [protocol, count] of Object.entries(serverRequests)) {
    if (count === 0 || !refutes(protocol, expectedByServer)) continue;
    const what = isHttp(protocol) ? 'over' : 'by';
    problems.push(`the server counted ${count} requests ${what} ${protocol}`);
  }
  return problems;
}

/** The same by what the page saw alone. */
export function clientProblems({
  expected,
  samples,
}: Pick<ProtocolEvidence, 'expected' | 'samples'>): string[] {
  const client = clientProtocols(samples);
  const total = totalOf(client);
  return Object.entries(client)
    .filter(([protocol]) => protocol !== expected)
    .map(([protocol, count]) =>
      protocol === 'unproven'
        ? `${count} of ${total} operations carry no proof of their protocol`
        : `${count} of ${total} operations used ${protocol} instead of ${expected}`,
    );
}

function totalOf(counts: Cell['protocol']['client']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/**
 * Whether what a server counted refutes what it should have: an HTTP server must not have answered in any other
 * version, and all WebSockets must have been opened over one. The page of WebSockets and of WebTransport, which HTTP
 * carries, says nothing.
 */
export function refutes(counted: string, expectedByServer: string): boolean {
  const isPage = !isHttp(expectedByServer) && isHttp(counted);
  return counted !== expectedByServer && !isPage;
}

/** "HTTP/1.1", not "websocket", "websocket over HTTP/2.0" or "webtransport". */
function isHttp(counted: string): boolean {
  return counted.startsWith('HTTP/');
}
