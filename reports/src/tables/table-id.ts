import { idText } from '../document/id-text.ts';
import type { Place } from '../figures/figure.ts';

/**
 * Anchor and file name of a scenario's first table: `table-download-text`, and `table-download-text-reference-4g` in a
 * run over several networks.
 */
export function tableId({ network, scenario, kind }: Place, networks: number): string {
  return ['table', scenario, kind, ...(networks > 1 ? [network] : [])].map(idText).join('-');
}
