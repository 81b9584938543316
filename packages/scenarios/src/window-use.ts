import type { OperationWindow } from '@holbench/results/operation-window';
import type { Round, RoundValue } from './metric.ts';
import { cpuSeconds } from './resource-metrics.ts';

const MIB = 1024 ** 2;

/** The parties that answer. */
export const ANSWERING: readonly string[] = ['server', 'proxy'];

/** The lab’s own window of an operation by so many clients. */
export function windowOf({ cell }: Round, label: string, clients: number): OperationWindow | null {
  return cell.windows.find((each) => each.label === label && each.clients === clients) ?? null;
}

/** Memory of server and proxy, in MiB: when a window began, or their peak until it ended. */
export function memoryMib(window: OperationWindow, of: 'rssBytes' | 'peakRssBytes'): number | null {
  const own = window.processes.filter(({ group }) => ANSWERING.includes(group));
  return own.length === 0 ? null : own.reduce((sum, each) => sum + each[of], 0) / MIB;
}

/** Cores that process groups kept busy in a window; null without /proc. */
export function coresOf(window: OperationWindow, groups: readonly string[]): number | null {
  const seconds = cpuSeconds(window, groups);
  return seconds === null || window.seconds === 0 ? null : seconds / window.seconds;
}

/** @returns null where there is no window, or nothing to count. */
export function ofWindow(
  window: OperationWindow | null,
  value: (window: OperationWindow) => number | null,
): RoundValue | null {
  if (window === null) return null;
  const { operations: n, failed } = window;
  const found = n === 0 && failed > 0 ? null : value(window);
  return found === null && failed === 0 ? null : { value: found, n, failed };
}
