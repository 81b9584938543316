import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Tools } from '@holbench/harness/tools';
import { newToken } from '@holbench/harness/web/door';
import { hasDisplay, openWindow } from '@holbench/harness/web/open-window';
import { readFolder, serveFiles } from '@holbench/harness/web/serve-files';
import { LOCALHOST } from '@holbench/process/network-side';
import { messageOf } from '@holbench/process/user-error';

/** Where the page asks for news, and where the report stands under its address. */
const NEWS_PATH = '/news';
const REPORT_PATH = 'report/';

/** The report fills it. Loaded anew it stays where it was scrolled to. */
const FRAME = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>holbench: a run that goes on</title>
<style>html, body, iframe { block-size: 100%; inline-size: 100%; margin: 0; border: 0; display: block }</style>
<iframe src="${REPORT_PATH}index.html" title="The report so far"></iframe>
<script>
  new EventSource('${NEWS_PATH}').onmessage = () =>
    document.querySelector('iframe').contentWindow.location.reload();
</script>
</html>
`;

const NONE_YET = `<!doctype html>
<meta charset="utf-8">
<title>holbench</title>
<p>The first round is being measured. Its results appear here.</p>
`;

/** The report of a run that goes on, in a browser. */
export interface OpenReport extends AsyncDisposable {
  /** With a token. */
  readonly address: string;
  /** Shows the report that the folder has now. */
  refresh(): Promise<void>;
  /** Resolves when its window is closed; without one never. Null where nobody could look, or end it. */
  readonly closed: Promise<void> | null;
}

/**
 * Serves the report of a run on loopback, behind a token, and opens it where there is a display.
 * @param folder of the run.
 */
export async function openReport(folder: string, tools: Tools): Promise<OpenReport> {
  await using stack = new AsyncDisposableStack();
  const files = new Map<string, string | Uint8Array>([
    ['index.html', FRAME],
    [`${REPORT_PATH}index.html`, NONE_YET],
  ]);
  const readers = new Set<ServerResponse>();
  const handle = ({ method, url }: IncomingMessage, response: ServerResponse): boolean => {
    if (method !== 'GET' || url !== NEWS_PATH) return false;
    readers.add(response);
    response.once('close', () => readers.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    return true;
  };
  const token = newToken();
  const { address: host } = LOCALHOST;
  const served = stack.use(await serveFiles(files, { host, port: 0, token, handle }));
  const address = `${served.address}?token=${token}`;
  let closed = process.stdout.isTTY ? new Promise<void>(() => {}) : null;
  if (hasDisplay()) {
    const options = { tools, forceQuic: [], logFolder: join(folder, 'logs') };
    try {
      const window = stack.use(await openWindow(address, options));
      ({ closed } = window);
    } catch (error) {
      console.log(`no window could be opened (${messageOf(error)}); open the address yourself`);
    }
  }
  const refresh = async (): Promise<void> => {
    for (const [path, body] of await readFolder(join(folder, 'report'))) {
      files.set(`${REPORT_PATH}${path}`, body);
    }
    for (const reader of readers) reader.write('data: report\n\n');
  };
  // A resumed run has one.
  if (existsSync(join(folder, 'report'))) await refresh();
  const owned = stack.move();
  return { address, closed, refresh, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
