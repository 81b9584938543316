import type { Variant } from '@holbench/variants/registry';
import type { Tools } from './tools.ts';

/** @returns why a variant's server cannot run on this machine and what helps, or null when it can. */
export function whyUnsupported(variant: Variant, tools: Tools): string | null {
  if (variant.server.folder === 'uws' && !tools.uws.loads) {
    return (
      `uWebSockets.js does not load in Node ${tools.serverNode.version}: ${tools.uws.reason}; ` +
      'run ./setup.sh, or set HOLBENCH_SERVER_NODE to a Node in which it does'
    );
  }
  if (variant.proxy !== null && !tools.caddy) {
    return 'no Caddy of at least 2.11 found; run ./setup.sh, or set HOLBENCH_CADDY to one';
  }
  return null;
}
