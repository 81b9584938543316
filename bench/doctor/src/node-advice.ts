import { nodeOf } from '@holbench/harness/tools';
import type { ServerNodes } from '@holbench/harness/tools/server-nodes';
import { withoutFixesSince } from '@holbench/results/node-support';
import { VARIANTS } from '@holbench/variants/registry';

const NO_NEWER = {
  reason: 'it is the newest Node here',
  remedy: 'run ./setup.sh, or set HOLBENCH_SERVER_NODE to a newer one',
};

/**
 * Says which servers run on a Node that gets no security fixes any more, why, and the remedy.
 * @param today as "2026-11-25".
 */
export function nodeAdvice(
  serverNodes: ServerNodes,
  today = new Date().toISOString().slice(0, 10),
): string[] {
  const versionOf = ({ server }: (typeof VARIANTS)[number]) =>
    nodeOf({ serverNodes }, server)?.version ?? '';
  return [...Map.groupBy(VARIANTS, versionOf)].flatMap(([version, variants]) => {
    const since = withoutFixesSince(version, today);
    if (since === null) return [];
    const native = variants.find(({ server }) => server.needs !== undefined)?.server.needs;
    const { reason, remedy } = native === undefined ? NO_NEWER : whyNotNewer(native, serverNodes);
    const ids = variants.map(({ id }) => id).join(', ');
    return [
      `Node ${version} has had no security fixes since ${since}, and ${ids} run on it: ${reason}; ${remedy}`,
    ];
  });
}

function whyNotNewer(name: 'uWebSockets.js' | 'spdy', nodes: ServerNodes): typeof NO_NEWER {
  const node = nodes[name];
  if (!node.loads || node.notNewer === null) return NO_NEWER;
  return {
    reason: `${name} loads in no newer one (${node.notNewer})`,
    remedy:
      'use a system with a newer C library, such as Debian 13 or Ubuntu 24.04, and let only clients that you trust reach these servers',
  };
}
