import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ServedFiles } from '@holbench/harness/web/serve-files';

const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const STYLE = /<link rel="stylesheet" crossorigin href="([^"]+)">/;

/**
 * The built page, its code and its data as one HTML file. A browser loads neither modules nor data from disk, so a folder
 * of them needs a web server.
 * @throws Error where the page was built in another form.
 */
export function onePage(files: ServedFiles): string {
  let policy = '';
  const built = textOf(files, 'index.html');
  const html = replaced(
    replaced(built, SCRIPT, (path) => {
      const code = textOf(files, path).replaceAll('</script', String.raw`<\/script`);
      policy = `script-src '${hashOf(code)}'; style-src 'unsafe-inline'`;
      return `<script type="module">${code}</script>`;
    }),
    STYLE,
    (path) => `<style>${textOf(files, path)}</style>`,
  );
  const data = [...files.keys()].filter((path) => path.endsWith('.json'));
  const blocks = data.map(
    (path) =>
      `<script type="application/json" id="${path}">${textOf(files, path).replaceAll('<', String.raw`\u003c`)}</script>\n`,
  );
  return replaced(html, /script-src 'self'; style-src 'self'/, () => policy).replace(
    /<\/body>/,
    () => `${blocks.join('')}</body>`,
  );
}

function replaced(text: string, pattern: RegExp, by: (path: string) => string): string {
  if (!pattern.test(text)) throw new Error(`the built page has no ${pattern.source}`);
  return text.replace(pattern, (_, path: string) => by(path));
}

function textOf(files: ServedFiles, path: string): string {
  const file = files.get(join(path));
  if (file === undefined) throw new Error(`the built page has no ${path}`);
  return typeof file === 'string' ? file : Buffer.from(file).toString();
}

function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
