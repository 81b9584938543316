// Shows the raw samples of a cell when its <details> is opened: data-samples holds their lines of
// samples.ndjson, deflated, as base64. Runs from disk, asks the network for nothing.
const SHOWN = 1_000;
const COLUMNS = 'label,user,index,intended at (ms),sent late (ms),outcome,ms,bytes,protocol'.split(
  ',',
);

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
  const lines = text.trimEnd().split('\n');
  const link = element('a', `Download all ${lines.length} as NDJSON`);
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = `${cell.replaceAll(/[^\w-]/g, '-')}.ndjson`;
  const head = element('tr', ...COLUMNS.map((name) => element('th', name)));
  const rows = lines.slice(0, SHOWN).map((line) => element('tr', ...cells(JSON.parse(line))));
  const table = element('table', element('thead', head), element('tbody', ...rows));
  const region = element('div', table);
  // Reached by the keyboard, as every table that may be wider than the page.
  const scrolling = { className: 'scroll', role: 'group', ariaLabel: `Samples of ${cell}` };
  Object.assign(region, { ...scrolling, tabIndex: 0 });
  const rest = lines.length - SHOWN;
  return [link, region, ...(rest > 0 ? [element('p', `and ${rest} more in the download`)] : [])];
}

function cells({ label, user, index, intendedAtMs, sentAtMs, warmup, outcome }) {
  const { status, code, reason, durationMs, afterMs, bytes, protocol = '' } = outcome;
  const what = [warmup ? 'warm-up' : '', status, code, reason].filter(Boolean).join(', ');
  const lateMs = sentAtMs === undefined ? undefined : sentAtMs - intendedAtMs;
  return [
    element('td', label),
    ...[user, index, intendedAtMs, lateMs].map(number),
    element('td', what),
    ...[durationMs ?? afterMs, bytes].map(number),
    element('td', protocol),
  ];
}

function number(value = '') {
  // To the microsecond: the times have no more.
  const text = typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : value;
  const cell = element('td', text);
  cell.dataset.value = value;
  return cell;
}

function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
