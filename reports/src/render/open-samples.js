// Shows the raw samples of a cell when its <details> is opened: data-samples holds their lines of
// samples.ndjson, deflated, as base64. Runs from disk, asks the network for nothing.
const SHOWN = 100;
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
  const table = element('table', '');
  table.append(
    row('th', COLUMNS),
    ...samples.slice(0, SHOWN).map((each) => row('td', cells(each))),
  );
  const rest = samples.length - SHOWN;
  return [link, table, ...(rest > 0 ? [element('p', `and ${rest} more in the download`)] : [])];
}

function cells({ label, user, index, intendedAtMs, warmup, outcome }) {
  const { status, code, reason, durationMs, afterMs, bytes, protocol } = outcome;
  const what = [warmup ? 'warm-up' : '', status, code, reason].filter(Boolean).join(', ');
  return [label, user, index, intendedAtMs, what, durationMs ?? afterMs, bytes, protocol];
}

function row(name, texts) {
  const line = element('tr', '');
  line.append(...texts.map((text) => element(name, text ?? '')));
  return line;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = String(text);
  return made;
}
