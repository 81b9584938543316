/** Ranks from 1 on, in the order of the values; equal ones share the mean of theirs (midranks). */
export function ranksOf(values: readonly number[]): number[] {
  const order = values
    .map((value, index) => ({ value, index }))
    .toSorted((a, b) => a.value - b.value);
  const ranks = values.map(() => 0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]?.value === order[from]?.value) to += 1;
    for (const { index } of order.slice(from, to + 1)) ranks[index] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return ranks;
}
