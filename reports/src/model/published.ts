import { isShaped } from '@holbench/results/is-shaped';
import type { PayloadKind } from '@holbench/results/sample';
import { defectMarks } from '../reference/known-defects.ts';
import {
  PUBLISHED_CONDITIONS,
  publishedFigure,
  type PublishedRow,
} from '../reference/published-tables.ts';
import { formatBytes, plural } from './format.ts';
import { linkText } from './link-text.ts';
import type { TableContext } from './published-table.ts';
import { networkOf, workloadOn } from './report-data.ts';
import type { Figure } from './table.ts';

/** Puts the published figure of the same place beside a measured one. */
export function besidePublished(
  figure: Figure,
  place: { table: number; code: string; column: string; row: PublishedRow | undefined },
  field: string,
): Figure {
  const { row } = place;
  const value = publishedFigure(row, field);
  if (row === undefined || value === null) return figure;
  return { ...figure, published: { value, marks: defectMarks({ ...place, row }) } };
}

/** In what the run differs from the published one, one sentence each. */
export function differences(
  { data, network }: Pick<TableContext, 'data' | 'network'>,
  { kind, users, mutations }: { kind: PayloadKind; users?: true; mutations?: true },
): string[] {
  const there = PUBLISHED_CONDITIONS;
  const { config } = data.manifest;
  const workload = workloadOn(data, network);
  const { profile } = networkOf(data, network);
  const result: string[] = isShaped(profile)
    ? [`${linkText(profile)} here, a network that is not stated there: not comparable`]
    : [];
  const fileBytes = users ? workload.userFileBytes : workload.fileBytes;
  if (kind === 'binary' && fileBytes !== there.fileBytes) {
    result.push(
      `${formatBytes(fileBytes)} files here, ${formatBytes(there.fileBytes)} there: not comparable`,
    );
  }
  if (users && config.users !== there.users) {
    result.push(`${plural(config.users, 'user')} here, ${there.users} there: not comparable`);
  }
  if (mutations && workload.mutations !== there.mutations) {
    result.push(
      `${plural(workload.mutations, 'mutation')} here, ${there.mutations} there: not comparable`,
    );
  }
  return result;
}
