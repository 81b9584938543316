import { nodeOf } from '@holbench/harness/tools';
import type { ServerNodes } from '@holbench/harness/tools/server-nodes';
import { withoutFixesSince } from '@holbench/results/node-support';
import { VARIANTS } from '@holbench/variants/registry';

/**
 * Says which Nodes of the lab are missing, and which servers run on one that gets no security fixes any more.
 * @param today as "2026-11-25".
 */
export function nodeAdvice(
  serverNodes: ServerNodes,
  today = new Date().toISOString().slice(0, 10),
): string[] {
  const { native, missing } = serverNodes;
  const byNode = Map.groupBy(VARIANTS, ({ server }) => nodeOf({ serverNodes }, server)?.version);
  return [
    ...missing.map(
      (line) => `Node ${line} is not installed, so servers may run on another one; run ./setup.sh`,
    ),
    ...[...byNode].flatMap(([version = '', variants]) => {
      const since = withoutFixesSince(version, today);
      if (since === null) return [];
      const [needs] = variants.flatMap(({ server }) => server.needs ?? []);
      const node = needs && native[needs];
      const notNewer = node?.loads ? node.notNewer : null;
      const why = notNewer === null ? '' : ` ${needs} loads in no newer one: ${notNewer}.`;
      const remedy = notNewer?.includes('GLIBC')
        ? 'use a system with a newer C library, such as Debian 13 or Ubuntu 24.04, and let only clients that you trust reach these servers'
        : 'unset HOLBENCH_SERVER_NODE where it is set; else run ./setup.sh';
      const ids = variants.map(({ id }) => id).join(', ');
      return [
        `${ids} run on Node ${version}, without security fixes since ${since}.${why} Remedy: ${remedy}`,
      ];
    }),
  ];
}
