import { gitState } from '@holbench/harness/git-state';
import { describeMachine, readSysctls } from '@holbench/harness/machine';
import type { Tools } from '@holbench/harness/tools';
import type { TargetMachine } from '@holbench/results/target-machine';

/** This machine, for the manifest of a bench elsewhere. */
export async function describeTarget({ root, serverNode }: Tools): Promise<TargetMachine> {
  return {
    machine: await describeMachine(),
    sysctls: await readSysctls(),
    serverNode: serverNode.version,
    git: await gitState(root),
  };
}
