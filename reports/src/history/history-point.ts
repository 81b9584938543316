import { parse } from 'csv-parse/sync';
import { VERSIONS } from '@holbench/factors/versions';
import { byVersion } from '@holbench/process/by-version';
import { UserError } from '@holbench/process/user-error';
import { isBesideBulk, SCENARIO_IDS } from '@holbench/scenarios/registry';
import { KNOWN_IDS } from '@holbench/variants/registry';
import * as v from 'valibot';
import { writeCsv } from '../export/write-csv.ts';

/** Grows when older labs cannot read it. */
const SCHEMA = 1;

/** What a version is against the one before it, of the same run and the same losses. */
const CHANGES = [
  'higher',
  'lower',
  'none detected',
  'too few',
  'first',
  'disturbed',
  'missing',
] as const;

const number = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)));
const BULK_SCENARIOS = SCENARIO_IDS.filter(isBesideBulk);
const text = v.pipe(v.string(), v.maxLength(1_000));

/** One version of a program: what a message waited beside a transfer, and whether that is another wait than with the version before. */
export const HistoryPoint = v.strictObject({
  schema: v.literal(SCHEMA),
  program: v.picklist(VERSIONS.map(({ flag }) => flag)),
  version: text,
  /** Day of its release; null: not known. */
  released: v.nullable(v.pipe(v.string(), v.isoDate())),
  network: text,
  scenario: v.picklist(BULK_SCENARIOS),
  variant: v.picklist(KNOWN_IDS),
  /** Those of all its run, as the command line takes them; '' as shipped. */
  settings: text,
  /** Average of the median waits of connections, with its interval; null: no end, or none. */
  wait_ms: number,
  low_ms: number,
  high_ms: number,
  /** `≥`: messages were given up. */
  bound: v.picklist(['', '≥', '≤']),
  connections: v.number(),
  /** The version before it in the run, with which it was compared; '' for the first. */
  before: text,
  /** Of both waits, over the same connections. */
  ratio: number,
  /** `≤`: messages were given up with the version before; `≥`: with this one. */
  ratio_bound: v.picklist(['', '≥', '≤']),
  /** That no version matters, and two neighbours of the run are as far apart as these. */
  chance: number,
  /** Had all connections of this version and of later ones waited longer, or shorter, by this share, it would have been marked. */
  detectable: number,
  change: v.picklist(CHANGES),
  /** Why there is no number. */
  why: text,
  run: text,
});
export type HistoryPoint = v.InferOutput<typeof HistoryPoint>;

/** Columns that are no text. */
const NUMBERS: ReadonlySet<string> = new Set([
  'schema',
  'wait_ms',
  'low_ms',
  'high_ms',
  'connections',
  'ratio',
  'chance',
  'detectable',
]);

/** Whether it is another wait than with the version before. */
export function isChange({ change }: Pick<HistoryPoint, 'change'>): boolean {
  return change === 'higher' || change === 'lower';
}

/** @throws UserError of one line for a file that is damaged, or of a newer lab. */
export function readHistory(csv: string, path: string): HistoryPoint[] {
  try {
    const lines: unknown = parse(csv, {
      bom: true,
      columns: true,
      skip_empty_lines: true,
      cast: (cell, { column, header }) => {
        if (header) return cell;
        if (NUMBERS.has(String(column))) return cell === '' ? null : Number(cell);
        return column === 'released' && cell === '' ? null : cell;
      },
    });
    if (Array.isArray(lines) && lines.length === 0) throw new Error('it is empty');
    const newer = v.safeParse(v.array(v.object({ schema: v.number() })), lines);
    const most = newer.success
      ? Math.max(SCHEMA, ...newer.output.map(({ schema }) => schema))
      : SCHEMA;
    if (most > SCHEMA) {
      throw new UserError(`${path} was written by a newer lab (schema ${most}); update this clone`);
    }
    return v.parse(v.array(HistoryPoint), lines);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new UserError(
      `${path}: no history (${why}); restore it with git, or remove it to begin a new one`,
    );
  }
}

/** @throws ValiError for a point that could not be read again. */
export function historyCsv(points: readonly HistoryPoint[]): string {
  return writeCsv(v.parse(v.array(HistoryPoint), points));
}

/** The points of a program, variant with its settings, network and transfer, the oldest version first. */
export function linesOf(points: readonly HistoryPoint[]): HistoryPoint[][] {
  const lines = Map.groupBy(points, ({ program, variant, settings, network, scenario }) =>
    JSON.stringify([program, variant, settings, network, scenario]),
  );
  return [...lines.values()].map((own) =>
    own.toSorted((a, b) => byVersion(a.version, b.version) || a.run.localeCompare(b.run)),
  );
}
