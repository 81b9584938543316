import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { probeOnce, type Probe } from './check.ts';

const PROGRAM = join(PROJECT_ROOT, 'bench/harness/src/readiness-main.ts');

/**
 * Probes a server from its own side of the network until it answers. In a network namespace a
 * process of its own does so: this one is outside.
 * @throws UserError when the server ends before, or does not answer in time.
 */
export async function waitUntilAnswering(
  server: ManagedProcess,
  place: NetworkSide,
  probe: Probe,
): Promise<void> {
  if (place.netns === null) {
    await waitUntilReady(server, (timeoutMs) => probeOnce(probe, timeoutMs));
    return;
  }
  await using prober = await ManagedProcess.start({
    name: `readiness probe of the ${server.name}`,
    ...commandIn(place, process.execPath, [PROGRAM, JSON.stringify(probe)]),
    logPath: `${server.log.path}.probe`,
  });
  await waitUntilReady(server, async (timeoutMs) => {
    await Promise.race([prober.ended, wait(timeoutMs, undefined, { ref: false })]);
    if (prober.ending === null) return false;
    if (prober.ending !== 'exit code 0') throw prober.earlyExit();
    return true;
  });
}
