import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagedProcess } from '@holbench/process/managed-process';
import { commandIn } from '@holbench/process/network-side';
import { UserError } from '@holbench/process/user-error';
import type { TcpProtocol } from '@holbench/raw-clients/open-client';
import { checkSchema } from '@holbench/results/check-schema';
import { Measurement } from '@holbench/results/sample';
import type { CellRun } from '../../port/cell-run.ts';
import type { RawUsers } from './raw-users-main.ts';

const PROGRAM = fileURLToPath(new URL('raw-users-main.ts', import.meta.url));

/** Runs raw clients on the client's side of the network, one operation each, and records them. */
export async function driveRawUsers(
  run: CellRun,
  protocol: TcpProtocol,
  action: RawUsers['action'],
): Promise<void> {
  const { cell, client, logFolder, origin, timeoutMs } = run;
  const samplesPath = join(logFolder, 'raw-clients.ndjson');
  const users: RawUsers = {
    action,
    protocol,
    origin,
    users: cell.workload.users,
    fileBytes: cell.workload.bulkFileBytes,
    timeoutMs,
    samplesPath,
  };
  const clients = await run.own(
    await ManagedProcess.start({
      name: `raw clients of ${cell.id}`,
      ...commandIn(client, process.execPath, [PROGRAM, JSON.stringify(users)]),
      logPath: join(logFolder, 'raw-clients.log'),
    }),
  );
  await run.recordProcess({ group: 'raw-clients', pid: clients.pid });
  await clients.ended;
  run.record(await readMeasurements(samplesPath));
  if (clients.ending !== 'exit code 0') {
    throw new UserError(`the raw clients ended with ${clients.ending}`, clients.log.tail());
  }
}

/** What the clients have appended to their file, a line each; nothing without the file. */
async function readMeasurements(path: string): Promise<Measurement[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // Text after the last line break is empty, or torn by the end of their process.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => checkSchema(Measurement, JSON.parse(line)));
}
