import { gitState } from '@holbench/harness/git-state';
import { describeMachine, readSysctls } from '@holbench/harness/machine';
import type { Tools } from '@holbench/harness/tools';
import type { TargetMachine } from '@holbench/results/target-machine';

/** This machine, for the manifest of a bench elsewhere. */
export async function describeTarget({ root }: Tools): Promise<TargetMachine> {
  return {
    machine: await describeMachine(),
    sysctls: await readSysctls(),
    git: await gitState(root),
  };
}
