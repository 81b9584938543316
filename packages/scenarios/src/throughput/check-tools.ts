import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { hasCode, messageOf } from '@holbench/process/user-error';
import type { WindowCount } from '@holbench/results/operation-window';
import type { TcpProtocol } from '@holbench/raw-clients/open-client';

/** Loads of one address by another load generator, each client with a connection of its own. */
export interface CheckSpec {
  readonly tool: CheckTool;
  readonly protocol: TcpProtocol;
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
}
export type CheckTool = keyof typeof TOOLS;

type Arguments = Omit<CheckSpec, 'tool'>;

interface Tool {
  readonly protocols: readonly TcpProtocol[];
  readonly args: (spec: Arguments) => string[];
  /** @throws Error for an output that it does not know. */
  readonly read: (output: string) => Counted;
}

interface Counted {
  readonly perSecond: number;
  readonly succeeded: number;
  readonly failed: number;
}

export const TOOLS = {
  wrk: {
    protocols: ['http/1.1'],
    // It counts its handshakes, so it has twice the time. Slow answers are answers.
    args: ({ url, clients, seconds }) => [
      '-t1',
      `-c${clients}`,
      `-d${2 * seconds}s`,
      '--timeout=30s',
      url,
    ],
    read: (output) => {
      const wrong = countIn(output, /Non-2xx or 3xx responses: (\d+)/);
      const [errors = ''] = /Socket errors: .*/.exec(output) ?? [];
      const broken = (errors.match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0);
      const answered = numberIn(output, /(\d+) requests in /);
      const perSecond = numberIn(output, /Requests\/sec: +([\d.]+)/);
      return { perSecond, succeeded: Math.max(0, answered - wrong), failed: wrong + broken };
    },
  },
  h2load: {
    protocols: ['http/1.1', 'h2'],
    // One stream per connection. Without the warm-up, handshakes would count.
    args: ({ url, clients, seconds, protocol }) => [
      protocol === 'h2' ? '-m1' : '--h1',
      '-t1',
      `-c${clients}`,
      `-D${seconds}`,
      '--warm-up-time=1',
      url,
    ],
    // Its status codes are counted at another time: of 25,163 that succeeded 25,162 were 2xx.
    read: (output) => ({
      perSecond: numberIn(output, /finished in .*, ([\d.]+) req\/s/),
      succeeded: numberIn(output, /(\d+) succeeded/),
      failed: [/(\d+) failed/, /(\d+) errored/, /(\d+) timeout/].reduce(
        (sum, pattern) => sum + numberIn(output, pattern),
        0,
      ),
    }),
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** Those that speak a protocol. */
export function toolsFor(protocol: TcpProtocol): CheckTool[] {
  const names = ['wrk', 'h2load'] as const;
  return names.filter((name) => TOOLS[name].protocols.some((each) => each === protocol));
}

/**
 * Runs a program and reads what it counted. Its durations are not known.
 * @returns null when it is not installed.
 */
export async function check({ tool, ...spec }: CheckSpec): Promise<WindowCount | null> {
  const { args, read } = TOOLS[tool];
  try {
    const { stdout } = await promisify(execFile)(tool, args(spec));
    const { perSecond, succeeded, failed } = read(stdout);
    if (succeeded + failed === 0) throw new Error('it had no answer');
    const failure = failed === 0 ? '' : `${tool} counts ${failed} without success`;
    const seconds = perSecond > 0 ? succeeded / perSecond : 0;
    return { seconds, operations: succeeded, failed, failure, bytes: 0, durations: [] };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw new Error(`${tool}: ${messageOf(error)}`, { cause: error });
  }
}

function numberIn(output: string, pattern: RegExp): number {
  const number = Number(pattern.exec(output)?.[1]);
  if (Number.isFinite(number)) return number;
  throw new Error(`its output has no ${pattern.source}: ${output.slice(0, 200)}`);
}

/** 0 where a program is silent about what did not happen. */
function countIn(output: string, pattern: RegExp): number {
  return Number(pattern.exec(output)?.[1] ?? 0);
}
