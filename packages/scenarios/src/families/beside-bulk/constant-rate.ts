import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { checkSchema } from '@holbench/results/check-schema';
import * as v from 'valibot';
import type { CellRun } from '../../port/cell-run.ts';
import { inDirection } from '../../planned-seconds.ts';
import type { Direction } from '../../scenario.ts';
import type { ConstantRateMessage, ConstantRateProgram } from './constant-rate-main.ts';
import type { BulkResult } from './specs.ts';

const PROGRAM = fileURLToPath(new URL('constant-rate-main.ts', import.meta.url));

const count = v.pipe(v.number(), v.minValue(0));
const Received = v.strictObject({ beganAtMs: count, binMs: count, binBytes: v.array(count) });

type Surroundings = Pick<CellRun, 'server' | 'client' | 'logFolder' | 'own'> & {
  readonly cell: Pick<CellRun['cell'], 'id' | 'network'>;
};

interface ConstantRate {
  /** Resolves when the first packet has arrived. */
  begin(): Promise<void>;
  end(): Promise<BulkResult>;
  /** Ends its programs, when nothing more is under way: a closed port would answer. Idempotent. */
  close(): Promise<void>;
}

/**
 * A source of constant rate on the way of the transfer: full UDP packets, of which so many arrive as
 * carry `mbps` of payload in full TCP segments. It has no congestion control, and so the goodput of
 * the transfer that it is to match, whatever is lost. Resolves when both of its programs have started,
 * which keeps a core busy.
 * @throws Error for a rate of 0, which would be no load.
 */
export async function constantRate(
  run: Surroundings,
  direction: Direction,
  mbps: number,
): Promise<ConstantRate> {
  if (mbps <= 0)
    throw new Error('--other-load constant: nothing was moved on the connection of the messages');
  const { cell } = run;
  const [from, to] = direction === 'download' ? [run.server, run.client] : [run.client, run.server];
  const { lossFraction } = inDirection(cell.network.profile, direction);
  const receiver = await start(run, to, 'receiver');
  const sender = await start(run, from, 'sender');
  const port = checkSchema(count, await ask(receiver, { do: 'open' }));
  await ask(sender, { do: 'open' });
  return {
    begin: async () => {
      await ask(sender, { do: 'send', to: to.address, port, mbps: mbps / (1 - lossFraction) });
      await ask(receiver, { do: 'arrive' });
    },
    end: async () => {
      await ask(sender, { do: 'end' });
      const received = checkSchema(Received, await ask(receiver, { do: 'end' }));
      return { ...received, measurements: [] };
    },
    close: async () => {
      await Promise.all([sender.stop(), receiver.stop()]);
    },
  };
}

async function start(
  run: Surroundings,
  side: NetworkSide,
  role: 'sender' | 'receiver',
): Promise<ManagedProcess> {
  const given: ConstantRateProgram = { address: side.address };
  return run.own(
    await ManagedProcess.start({
      name: `${role} of the constant rate of ${run.cell.id}`,
      ...commandIn(side, process.execPath, [PROGRAM, JSON.stringify(given)]),
      logPath: join(run.logFolder, `constant-rate-${role}.log`),
      answers: true,
    }),
  );
}

/** Sends only messages that the program knows. */
function ask(program: ManagedProcess, message: ConstantRateMessage): Promise<unknown> {
  return program.ask(message);
}
