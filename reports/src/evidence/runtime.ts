import type { Manifest } from '@holbench/results/manifest';
import { withoutFixesSince } from '@holbench/results/node-support';
import type { Variant } from '@holbench/variants/registry';
import { shownVariants } from '../figures/selections.ts';
import type { ReportData } from '../runs/report-data.ts';

type Runs = Pick<ReportData, 'manifest' | 'manifests'>;

/** Versions of the Node.js of a variant's server, one of each run that has it. */
function nodesOf({ manifest, manifests }: Runs, { id, server }: Variant): string[] {
  const all = manifests === undefined ? [manifest] : [...manifests.values()];
  return all.flatMap(({ config, versions, unsupported }) => {
    const ran = config.variants.includes(id) && !unsupported.some(({ variant }) => variant === id);
    if (!ran || server === null) return [];
    // Older runs had one Node for all servers.
    return versions.servers?.[id]?.['node'] ?? versions.serverNode;
  });
}

/** `Node 26.12.1`; '' of a server that is not the lab's, and of one that did not run. */
export function runtimeText(runs: Runs, variant: Variant): string {
  const nodes = [...new Set(nodesOf(runs, variant))];
  return nodes.length === 0 ? '' : `Node ${nodes.join(', ')}`;
}

/**
 * What a reader must know of the Nodes of a report's servers: which there are, where there are several, and which of
 * them had no fixes any more when they were measured; '' for one that has them.
 */
export function runtimesNotice(data: ReportData): string {
  const byNode = Map.groupBy(
    shownVariants(data).filter((variant) => runtimeText(data, variant) !== ''),
    (variant) => runtimeText(data, variant),
  );
  const several =
    byNode.size < 2
      ? []
      : [
          `Not all servers ran on the same Node, so a difference between them may come from it: ${[
            ...byNode,
          ]
            .map(([node, variants]) => `${variants.map(({ id }) => id).join(', ')} on ${node}`)
            .join('; ')}.`,
        ];
  return [...several, ...withoutFixes(data.manifest, [...byNode.keys()])].join(' ');
}

function withoutFixes({ startedAt }: Manifest, runtimes: readonly string[]): string[] {
  const nodes = new Set(runtimes.flatMap((text) => text.replace('Node ', '').split(', ')));
  return [...nodes].flatMap((node) => {
    const since = withoutFixesSince(node, startedAt.slice(0, 10));
    return since === null ? [] : [`Node ${node} has had no security fixes since ${since}.`];
  });
}
