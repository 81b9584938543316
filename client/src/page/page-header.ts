import type { PageContext } from '@holbench/scenarios/port/page-context';
import { byId, element } from './element.ts';
import { formatBytes, formatDuration } from './format.ts';

const TRANSPORTS = {
  http: 'fetch and EventSource',
  websocket: 'one WebSocket',
  webtransport: 'streams of one WebTransport session',
} as const;

/** Shows the variant that serves this page, and the proven protocol. */
export function showPageHeader(page: PageContext): void {
  const { variant, list } = page;
  const { protocol, atMs } = page.ready;
  document.title = `${variant.id} – holbench`;
  document.documentElement.style.setProperty('--variant', variant.colour);
  byId('title', HTMLElement).textContent = variant.title;

  const proven = protocol === variant.protocol;
  const verdict = proven
    ? 'proven'
    : `instead of ${variant.protocol}: measurements here are invalid`;
  byId('facts', HTMLElement).replaceChildren(
    fact('Variant', `${variant.code} ${variant.id}`),
    fact('Transport', TRANSPORTS[variant.transport]),
    fact(
      'Protocol',
      element('strong', { class: proven ? 'good' : 'bad' }, protocol),
      ` ${verdict}`,
    ),
    fact('Time to ready', formatDuration(atMs)),
    fact('CoValues', describeList(list)),
  );
}

function describeList(list: PageContext['list']): string {
  const bytes = list.find(({ file }) => file)?.file?.bytes;
  return bytes ? `${list.length}, files of ${formatBytes(bytes)}` : String(list.length);
}

/** Shows why the page cannot be used. */
export function showConnectFailure(reason: string): void {
  byId('title', HTMLElement).textContent = 'Not connected';
  byId('facts', HTMLElement).replaceChildren(
    fact('Reason', element('strong', { class: 'bad' }, reason)),
  );
}

function fact(term: string, ...description: (Node | string)[]): HTMLElement {
  return element('div', {}, element('dt', {}, term), element('dd', {}, ...description));
}
