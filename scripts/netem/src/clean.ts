import { UserError } from '@holbench/process/user-error';
import { isLeftover, namespaceNames, removeNamespaces } from './topology/namespaces.ts';

/**
 * Removes the links of killed processes: processes in their namespaces, the namespaces and their
 * files in /etc/netns. Links of running processes stay.
 * @returns the names of the removed namespaces.
 * @throws UserError when there are some and this user may not remove them.
 */
export function removeLeftovers(): string[] {
  const names = namespaceNames().filter(isLeftover).toSorted();
  if (names.length > 0 && process.getuid?.() !== 0) {
    throw new UserError(`a killed run left ${names.join(', ')}: run sudo pnpm netem clean`);
  }
  removeNamespaces(names);
  return names;
}
