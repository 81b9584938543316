import { readFileSync } from 'node:fs';
import { listed, notA } from '@holbench/process/quantities';
import * as v from 'valibot';
import { overTcp } from './factor.ts';
import { factor } from './make-factor.ts';

const CUBIC = 'cubic';

/** On both sides of a link. Loopback always has the machine's own. */
export const tcpCc = factor(
  {
    key: 'congestionControl',
    flag: 'tcp-cc',
    help: 'congestion control of TCP on both sides',
    scope: 'link',
    default: CUBIC,
    appliesTo: overTcp,
    examples: ['reno'],
  },
  {
    argument: '<name>',
    // It is part of commands to copy: no character may be special to a shell.
    schema: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
    parse: (text, of) => {
      const available = availableCongestionControls();
      if (available.includes(text)) return text;
      throw notA('congestion control of this machine', text, of, listed(available));
    },
    format: String,
  },
);

/** On Linux, those of the kernel. Elsewhere it cannot be chosen; the default of macOS is cubic. */
export function availableCongestionControls(): string[] {
  if (process.platform !== 'linux') return [CUBIC];
  const path = '/proc/sys/net/ipv4/tcp_available_congestion_control';
  return readFileSync(path, 'utf8').trim().split(/\s+/);
}
