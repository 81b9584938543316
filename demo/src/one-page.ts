import { join } from 'node:path';
import type { ServedFiles } from '@holbench/harness/web/serve-files';
import { scriptSource } from '@holbench/reports/render/shell';

const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const STYLE = /<link rel="stylesheet" crossorigin href="([^"]+)">/;
const POLICY = /script-src 'self'; style-src 'self'/;
const END = /<\/body>/;

/**
 * The built page, its code and its data as one HTML file. A browser loads neither modules nor data from disk, so a folder
 * of them needs a web server.
 * @throws Error where the page was built in another form.
 */
export function onePage(files: ServedFiles): string {
  const built = textOf(files, 'index.html');
  const code = textOf(files, found(built, SCRIPT)[1]).replaceAll('</script', String.raw`<\/script`);
  const style = textOf(files, found(built, STYLE)[1]);
  const parts: readonly (readonly [RegExp, string])[] = [
    [SCRIPT, `<script type="module">${code}</script>`],
    [STYLE, `<style>${style}</style>`],
    [POLICY, `script-src ${scriptSource(code)}; style-src 'unsafe-inline'`],
    [END, `${dataOf(files)}</body>`],
  ];
  return parts.reduce((html, [pattern, text]) => {
    const [place] = found(html, pattern);
    return html.replace(place, () => text);
  }, built);
}

/** Each file of data as a block that the page finds by its path. */
function dataOf(files: ServedFiles): string {
  const paths = [...files.keys()].filter((path) => path.endsWith('.json'));
  return paths
    .map((path) => {
      const json = textOf(files, path).replaceAll('<', String.raw`\u003c`);
      return `<script type="application/json" id="${path}">${json}</script>\n`;
    })
    .join('');
}

function found(html: string, pattern: RegExp): readonly [place: string, path: string] {
  const [place, path = ''] = pattern.exec(html) ?? [];
  if (place === undefined) throw new Error(`the built page has no ${pattern.source}`);
  return [place, path];
}

function textOf(files: ServedFiles, path: string): string {
  const file = files.get(join(path));
  if (file === undefined) throw new Error(`the built page has no ${path}`);
  return typeof file === 'string' ? file : Buffer.from(file).toString();
}
