import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn } from '@holbench/process/network-side';
import { UserError } from '@holbench/process/user-error';
import type { TcpProtocol } from '@holbench/raw-clients/open-client';
import { checkSchema } from '@holbench/results/check-schema';
import { type Driver, WindowCount } from '@holbench/results/operation-window';
import * as v from 'valibot';
import type { CellRun } from '../port/cell-run.ts';
import { type CheckTool, toolsFor } from './check-tools.ts';
import { LoopResult, type LoopSpec } from './closed-loop.ts';
import type { page } from './page.ts';
import type { RawLoops, RawLoopsMessage } from './raw-loops-main.ts';

/** What runs the loops: raw clients, or a page. */
export interface Loops {
  readonly driver: Driver;
  /** Does what must be done before the operations, and is not part of them. */
  prepare(spec: LoopSpec): Promise<void>;
  run(spec: LoopSpec): Promise<LoopResult>;
  /** Programs that can check it. */
  readonly tools: readonly CheckTool[];
  /** The same loads by a program. @returns null when it is not installed. */
  check(tool: CheckTool, clients: number, seconds: number): Promise<WindowCount | null>;
}

const PROGRAM = fileURLToPath(new URL('raw-loops-main.ts', import.meta.url));
const Answer = v.union([v.strictObject({ value: v.unknown() }), v.object({ error: v.string() })]);

/** Raw clients, each with connections of its own, in one process on the client's side. */
export async function openRawLoops(run: CellRun, protocol: TcpProtocol): Promise<Loops> {
  const { cell, client, logFolder, origin } = run;
  const given: RawLoops = { protocol, origin };
  const clients = await run.own(
    await ManagedProcess.start({
      name: `raw clients of ${cell.id}`,
      ...commandIn(client, process.execPath, [PROGRAM, JSON.stringify(given)]),
      logPath: join(logFolder, 'raw-clients.log'),
      answers: true,
    }),
  );
  await run.recordProcess({ group: 'raw-clients', pid: clients.pid });
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, message: RawLoopsMessage) => {
    const answer = checkSchema(Answer, await clients.ask(message));
    if ('error' in answer) throw new UserError(`the raw clients: ${answer.error}`);
    return checkSchema(schema, answer.value);
  };
  await ask(v.number(), { do: 'open' });
  return {
    driver: 'raw-clients',
    prepare: async (spec) => void (await ask(v.null(), { do: 'prepare', spec })),
    run: (spec) => ask(LoopResult, { do: 'loop', spec }),
    tools: toolsFor(protocol),
    check: (tool, count, seconds) =>
      ask(v.nullable(WindowCount), { do: 'check', spec: { tool, clients: count, seconds } }),
  };
}

/** One page, whose clients share its connection: for HTTP/3, which no raw client speaks. */
export async function openPageLoops(run: CellRun): Promise<Loops> {
  const { call } = await run.openPage<ReturnType<typeof page>>(await run.browser());
  return {
    driver: 'browser',
    prepare: (spec) => call('prepare', spec),
    run: (spec) => call('loop', spec),
    tools: [],
    check: async () => null,
  };
}
