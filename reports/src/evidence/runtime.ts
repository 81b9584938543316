import { namesIn } from '@holbench/results/block';
import { withoutFixesSince } from '@holbench/results/node-support';
import { nodeOf } from '@holbench/results/versions';
import { PROXY_NAMES, type Variant } from '@holbench/variants/registry';
import { shownVariants } from '../figures/selections.ts';
import type { ReportData } from '../runs/report-data.ts';

type Runs = Pick<ReportData, 'manifest' | 'manifests'>;

/** A Node.js that ran a server, on a day such as "2026-11-27". */
interface RanOn {
  readonly node: string;
  readonly day: string;
}

/** Of each run that says it. */
function ranOn({ manifest, manifests }: Runs, { id, server }: Variant): RanOn[] {
  const all = manifests === undefined ? [manifest] : [...manifests.values()];
  return all.flatMap(({ blocks, versions, startedAt }) => {
    const ran = server !== null && namesIn({ blocks }, 'variants').includes(id);
    const node = ran ? nodeOf(versions, id) : null;
    return node === null ? [] : [{ node, day: startedAt.slice(0, 10) }];
  });
}

/** `Node 26.12.1`; '' of a server that is not the lab's, and of one that did not run. */
function nodeText(runs: Runs, variant: Variant): string {
  const nodes = new Set(ranOn(runs, variant).map(({ node }) => node));
  return nodes.size === 0 ? '' : `Node ${[...nodes].join(', ')}`;
}

/** The same with the proxy: `Caddy → Node 26.12.1`. */
export function runtimeText(runs: Runs, variant: Variant): string {
  const node = nodeText(runs, variant);
  return variant.proxy && node !== '' ? `${PROXY_NAMES[variant.proxy.kind]} → ${node}` : node;
}

/**
 * What a reader must know of the Nodes of a report's servers: which there are, where there are several, and which of
 * them had no fixes any more on the day of their run; '' for one that had.
 */
export function runtimesNotice(data: ReportData): string {
  const ran = shownVariants(data).filter((variant) => nodeText(data, variant) !== '');
  const byNode = [...Map.groupBy(ran, (variant) => nodeText(data, variant))];
  const each = byNode.map(([node, all]) => `${all.map(({ id }) => id).join(', ')} on ${node}`);
  const several = `Not all servers ran on the same Node, so a difference between them may come from it: ${each.join('; ')}.`;
  const old = ran.flatMap((variant) =>
    ranOn(data, variant).flatMap(({ node, day }) => {
      const since = withoutFixesSince(node, day);
      return since === null ? [] : `Node ${node} has had no security fixes since ${since}.`;
    }),
  );
  return [...(byNode.length > 1 ? [several] : []), ...new Set(old)].join(' ');
}
