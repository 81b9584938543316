import { gitState } from '@holbench/harness/git-state';
import { describeMachine, readSysctls } from '@holbench/harness/machine';
import { nodeVersions, type Tools } from '@holbench/harness/tools';
import type { TargetMachine } from '@holbench/results/target-machine';
import { VARIANTS } from '@holbench/variants/registry';

/** This machine, for the manifest of a bench elsewhere. */
export async function describeTarget(tools: Tools): Promise<TargetMachine> {
  return {
    machine: await describeMachine(),
    sysctls: await readSysctls(),
    serverNode: nodeVersions(tools, VARIANTS),
    git: await gitState(tools.root),
  };
}
