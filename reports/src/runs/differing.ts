/** `run-1, run-2: …; run-3: …`: each text with the runs that have it. */
export function byRuns(texts: readonly string[], names: readonly string[]): string {
  return [...Map.groupBy(names, (_, index) => texts[index] ?? '')]
    .map(([text, members]) => `${members.join(', ')}: ${text}`)
    .join('; ');
}

/**
 * `different machines: run-1: …; run-2: …`, with runs that agree together; nothing where all do.
 *
 * @param texts of each run, in the order of `names`.
 */
export function differing(
  what: string,
  texts: readonly string[],
  names: readonly string[],
): string[] {
  return new Set(texts).size < 2 ? [] : [`different ${what}: ${byRuns(texts, names)}`];
}

export type Fields = Readonly<Record<string, unknown>>;

/** The same of records, each with only those of its fields that not all of them share. */
export function differingFields(
  what: string,
  records: readonly Fields[],
  names: readonly string[],
): string[] {
  const fields = [...new Set(records.flatMap(Object.keys))];
  const text = (record: Fields, field: string) =>
    `${field} ${field in record ? valueText(record[field]) : 'unset'}`;
  const differ = fields.filter(
    (field) => new Set(records.map((each) => text(each, field))).size > 1,
  );
  const texts = records.map((each) => differ.map((field) => text(each, field)).join(', '));
  return differing(what, texts, names);
}

/** Commas are between fields: a list is `[10 20]`. */
function valueText(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(' ')}]` : String(value);
}
