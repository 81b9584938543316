import { tcBackend } from '@holbench/netem/backends/tc';
import { acceptBackend } from './accept-backend.ts';

/**
 * On a kernel without netem this is skipped here and run by tests/netem/uml/ in a guest, where to
 * start a process takes ten times as long.
 */
await (process.env['HOLBENCH_GUEST'] === undefined
  ? acceptBackend(tcBackend)
  : acceptBackend(tcBackend, { limitMs: 15_000 }));
