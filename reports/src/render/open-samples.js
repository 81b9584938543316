// Shows the raw samples of a cell when its <details> is opened: data-samples holds their lines of
// samples.ndjson, deflated, as base64. Runs from disk, asks the network for nothing.
const SHOWN = 1_000;
const COLUMNS = [
  'label',
  'user',
  'index',
  'intended at (ms)',
  'outcome',
  'ms',
  'bytes',
  'protocol',
];

for (const details of document.querySelectorAll('details[data-samples]')) {
  details.addEventListener('toggle', () => void open(details), { once: true });
}

async function open(details) {
  const place = details.querySelector('.samples');
  try {
    const text = await inflate(details.dataset.samples);
    place.replaceChildren(...contents(text, details.dataset.cell));
    // For the script that makes tables sortable.
    place.dispatchEvent(new Event('tables', { bubbles: true }));
  } catch (error) {
    place.textContent = `Cannot be opened in this browser: ${error.message}`;
  }
}

function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

function contents(text, cell) {
  const samples = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const link = element('a', `Download all ${samples.length} as NDJSON`);
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = `${cell.replaceAll(/[^\w-]/g, '-')}.ndjson`;
  const head = element('thead');
  head.append(row(COLUMNS.map((name) => element('th', name))));
  const body = element('tbody');
  body.append(...samples.slice(0, SHOWN).map((sample) => row(cells(sample))));
  const table = element('table');
  table.append(head, body);
  const rest = samples.length - SHOWN;
  const more = rest > 0 ? [element('p', `and ${rest} more in the download`)] : [];
  return [link, scrolling(table, `Samples of ${cell}`), ...more];
}

/** Reached by the keyboard, as every table that may be wider than the page. */
function scrolling(table, label) {
  const region = element('div');
  region.className = 'scroll';
  region.role = 'group';
  region.ariaLabel = label;
  region.tabIndex = 0;
  region.append(table);
  return region;
}

function cells({ label, user, index, intendedAtMs, warmup, outcome }) {
  const { status, code, reason, durationMs, afterMs, bytes, protocol } = outcome;
  const what = [warmup ? 'warm-up' : '', status, code, reason].filter(Boolean).join(', ');
  return [
    element('td', label),
    ...[user, index, intendedAtMs].map(number),
    element('td', what),
    ...[durationMs ?? afterMs, bytes].map(number),
    element('td', protocol),
  ];
}

function number(value) {
  const cell = element('td', value);
  cell.dataset.value = value ?? '';
  return cell;
}

function row(children) {
  const line = element('tr');
  line.append(...children);
  return line;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = String(text ?? '');
  return made;
}
