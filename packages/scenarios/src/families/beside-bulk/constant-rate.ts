import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { UserError } from '@holbench/process/user-error';
import { checkSchema } from '@holbench/results/check-schema';
import * as v from 'valibot';
import type { CellRun } from '../../port/cell-run.ts';
import type { Direction } from '../../scenario.ts';
import type { ConstantRateMessage, ConstantRateProgram } from './constant-rate-main.ts';
import type { Load } from './load.ts';
import { way } from '../../planned-seconds.ts';

const PROGRAM = fileURLToPath(new URL('constant-rate-main.ts', import.meta.url));

const count = v.pipe(v.number(), v.minValue(0));
const Received = v.strictObject({ beganAtMs: count, binMs: count, binBytes: v.array(count) });

/** Until the queue of the link is what it stays, in ms. */
const RAMP_MS = 1_000;

/**
 * A source of constant rate on the way of the transfer: full UDP packets, of which so many arrive as
 * carry `mbps` of payload in full TCP segments. It has no congestion control, and so the goodput of
 * the phase that it is to match, whatever is lost.
 */
export function constantRate(run: CellRun, direction: Direction, mbps: number): Load {
  const [from, to] = direction === 'download' ? [run.server, run.client] : [run.client, run.server];
  const { lossFraction } = way(run.cell.network.profile, direction);
  const programs: ManagedProcess[] = [];
  const [receiver, sender] = [() => programs[0], () => programs[1]];
  return {
    begin: async () => {
      if (from.netns === null) throw new UserError('--foreign constant: not over loopback');
      programs.push(await start(run, to, 'receiver'), await start(run, from, 'sender'));
      const port = checkSchema(count, await ask(receiver(), { do: 'receive' }));
      await ask(sender(), { do: 'send', to: to.address, port, mbps: mbps / (1 - lossFraction) });
    },
    ramp: async () => {
      await delay(RAMP_MS);
      return { ms: RAMP_MS, stable: true };
    },
    movedBytes: async () => checkSchema(count, await ask(receiver(), { do: 'count' })),
    end: async () => {
      await ask(sender(), { do: 'end' });
      const received = checkSchema(Received, await ask(receiver(), { do: 'end' }));
      await Promise.all(programs.map((program) => program.stop()));
      return { ...received, measurements: [] };
    },
  };
}

async function start(
  run: CellRun,
  side: NetworkSide,
  role: 'sender' | 'receiver',
): Promise<ManagedProcess> {
  const { cell, logFolder } = run;
  const given: ConstantRateProgram = { address: side.address };
  return run.own(
    await ManagedProcess.start({
      name: `${role} of the constant rate of ${cell.id}`,
      ...commandIn(side, process.execPath, [PROGRAM, JSON.stringify(given)]),
      logPath: join(logFolder, `constant-rate-${role}.log`),
      answers: true,
    }),
  );
}

async function ask(
  program: ManagedProcess | undefined,
  message: ConstantRateMessage,
): Promise<unknown> {
  if (!program) throw new Error('the constant rate has not begun');
  return program.ask(message);
}
