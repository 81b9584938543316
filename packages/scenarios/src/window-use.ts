import type { OperationWindow } from '@holbench/results/operation-window';
import type { Round, RoundValue } from './metric.ts';
import { totalOf } from './resource-metrics.ts';

/** The lab’s own window of an operation by so many clients. */
export function windowOf({ cell }: Round, label: string, clients: number): OperationWindow | null {
  return cell.windows.find((each) => each.label === label && each.clients === clients) ?? null;
}

/** Cores that process groups kept busy in a window; null without /proc. */
export function coresOf(window: OperationWindow, groups: readonly string[]): number | null {
  const seconds = totalOf(window, 'cpuSeconds', groups);
  return seconds === null || window.seconds === 0 ? null : seconds / window.seconds;
}

/** The share of one core that process groups took in a window, in percent. */
export function coreShare(window: OperationWindow, groups: readonly string[]): number | null {
  const cores = coresOf(window, groups);
  return cores === null ? null : 100 * cores;
}

/** How much more a window has of something than one with fewer clients, for each client more. */
export function perFurtherClient(
  fewer: OperationWindow | null,
  more: OperationWindow | null,
  of: (window: OperationWindow) => number | null,
): number | null {
  if (fewer === null || more === null || fewer.clients === more.clients) return null;
  const [before, now] = [of(fewer), of(more)];
  return before === null || now === null ? null : (now - before) / (more.clients - fewer.clients);
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
