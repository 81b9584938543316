// Makes every table of the page sortable by each of its columns: ascending, descending, and as the
// report had it. A cell with data-value sorts by that number, one whose data-value is empty has no
// number and stays last; others sort by their text. Rows stay in their <tbody>, below the row that
// names its group. Without this script the tables are as they were, and nothing looks like a button.
const NEXT = { none: 'ascending', ascending: 'descending', descending: 'none' };

// A language and no locale of the reader's: the same order for all. `download-text/10` follows `…/9`.
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true });

/** Says to screen readers what a button has done. */
const said = document.createElement('p');
said.className = 'unseen';
said.role = 'status';
document.body.append(said);

makeAllSortable(document);
// Said by whoever has added tables.
document.addEventListener('tables', ({ target }) => makeAllSortable(target));

function makeAllSortable(place) {
  for (const table of place.querySelectorAll('.scroll > table')) makeSortable(table);
}

function makeSortable(table) {
  const asReported = [...table.tBodies].map((body) => ({ body, rows: [...body.rows] }));
  const headers = [...table.tHead.rows].at(-1).querySelectorAll('th');
  for (const header of headers) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...header.childNodes);
    button.addEventListener('click', () => {
      const order = NEXT[header.ariaSort ?? 'none'];
      for (const each of headers) each.ariaSort = null;
      if (order !== 'none') header.ariaSort = order;
      sort(asReported, header.cellIndex, order);
      said.textContent =
        order === 'none' ? 'Order of the report' : `Sorted by ${button.textContent}, ${order}`;
    });
    header.append(button);
  }
}

function sort(asReported, column, order) {
  for (const { body, rows } of asReported) {
    const keyed = rows.map((row) => ({ row, key: keyOf(row, column) }));
    // Array.sort is stable: what is equal stays as reported, in both directions.
    if (order !== 'none')
      keyed.sort((a, b) => compare(a.key, b.key, order === 'ascending' ? 1 : -1));
    body.append(...keyed.map(({ row }) => row));
  }
}

/** `rank` goes before all else, and is the same in both directions: group, then values, then none. */
function keyOf(row, column) {
  if (row.querySelector('th[scope="rowgroup"]')) return { rank: 0, value: 0 };
  const cell = row.cells[column];
  const number = cell?.dataset.value;
  if (number !== undefined) return { rank: number === '' ? 3 : 1, value: Number(number) };
  const text = cell?.textContent.trim() ?? '';
  return { rank: text === '' ? 3 : 2, value: text };
}

function compare(a, b, sign) {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.rank === 2) return sign * compareTexts(a.value, b.value);
  return sign * (a.value - b.value);
}
