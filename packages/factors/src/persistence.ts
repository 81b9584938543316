import { everywhere } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/**
 * Writes are not grouped, deliberately: the factor measures what one write, and one fdatasync, cost
 * each mutation. Cells of kind binary write as well: each file's CoValue, and the mutation that
 * attaches it. The bytes of files are never part of it.
 */
export const persistence = choiceFactor({
  key: 'persistence',
  flag: 'persistence',
  help: 'storage of mutations before their answer: memory, append (one write each, no group commit), or fsync, which adds fdatasync',
  scope: 'server',
  names: ['memory', 'append', 'fsync'],
  default: 'memory',
  appliesTo: everywhere,
  examples: ['fsync', 'append'],
});
