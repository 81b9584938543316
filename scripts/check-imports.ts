import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * Which of the lab's folders each folder may import: imports go one way.
 * A folder may always import itself and what npm packages its own package.json names.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'packages/protocol': [],
  'packages/stats': [],
  'packages/variants': [],
  'packages/workload': [],
  'packages/process': ['packages/protocol'],
  'packages/raw-clients': ['packages/protocol'],
  'packages/factors': ['packages/process', 'packages/protocol', 'packages/variants'],
  'packages/results': [
    'packages/factors',
    'packages/protocol',
    'packages/stats',
    'packages/workload',
  ],
  'packages/dataset': ['packages/protocol'],
  'packages/flow': [],
  'packages/core': [
    'packages/dataset',
    'packages/factors',
    'packages/flow',
    'packages/process',
    'packages/protocol',
  ],
  'packages/scenarios': [
    'packages/dataset',
    'packages/factors',
    'packages/process',
    'packages/protocol',
    'packages/raw-clients',
    'packages/results',
    'packages/stats',
    'packages/variants',
    'packages/workload',
  ],
  caddy: ['packages'],
  'scripts/netem': ['packages'],
  servers: ['packages'],
  client: ['packages'],
  bench: ['packages', 'scripts/netem', 'caddy'],
  reports: ['packages'],
  scripts: ['packages'],
  tests: ['packages', 'servers', 'bench', 'client'],
};

/** Folder of each workspace package whose folder its name does not spell. */
const PACKAGE_FOLDERS: Readonly<Record<string, string>> = {
  '@holbench/client': 'client',
  '@holbench/caddy': 'caddy',
  '@holbench/netem': 'scripts/netem',
  '@holbench/reports': 'reports',
  '@holbench/harness': 'bench/harness',
  '@holbench/runner': 'bench/runner',
  '@holbench/doctor': 'bench/doctor',
  '@holbench/artillery': 'bench/artillery',
  '@holbench/server-node': 'servers/node',
  '@holbench/server-uws': 'servers/uws',
};

const root = join(import.meta.dirname, '..');
const sources = '{packages,bench,servers,caddy,client,reports,scripts,tests}/**/*.ts';
const violations: string[] = [];
let files = 0;

for await (const file of glob(sources, { cwd: root, exclude: isGenerated })) {
  const from = folderOf(file);
  const code = await readFile(join(root, file), 'utf8');
  files += 1;
  for (const { specifier, offset } of importsOf(file, code)) {
    const to = targetFolder(file, specifier);
    if (to === null || to === from || isAllowed(from, to)) continue;
    const line = code.slice(0, offset).split('\n').length;
    violations.push(`${file}:${line}: ${from} must not import ${to} ("${specifier}")`);
  }
}

for (const violation of violations) console.error(violation);
console.log(`${files} files, ${violations.length} imports against the direction`);
if (violations.length > 0) process.exitCode = 1;

/** A folder of the table stands for what is below it. */
function isAllowed(from: string, to: string): boolean {
  return ALLOWED[from]?.some((folder) => to === folder || to.startsWith(`${folder}/`)) ?? false;
}

function isGenerated(path: string): boolean {
  return /(^|\/)(node_modules|dist|runs)(\/|$)/.test(path);
}

/** The longest folder of the table that holds `path`, given relative to the root. */
function folderOf(path: string): string {
  const folders = Object.keys(ALLOWED).filter((folder) => path.startsWith(`${folder}/`));
  const folder = folders.toSorted((a, b) => b.length - a.length)[0];
  if (!folder) throw new Error(`${path} is in no folder that scripts/check-imports.ts knows`);
  return folder;
}

/** Folder that an import leads to; null for npm packages and Node's own modules. */
function targetFolder(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    return folderOf(relative(root, join(root, dirname(file), specifier)));
  }
  const name = /^@holbench\/[^/]+/.exec(specifier)?.[0];
  if (!name) return null;
  return folderOf(`${PACKAGE_FOLDERS[name] ?? name.replace('@holbench/', 'packages/')}/`);
}

/** Static, dynamic and re-exporting imports of one module, types included. */
function importsOf(file: string, code: string): { specifier: string; offset: number }[] {
  const { module, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest)),
  ];
  const imports = requests.flatMap((request) =>
    request ? [{ specifier: request.value, offset: request.start }] : [],
  );
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/.exec(code.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[1]) imports.push({ specifier: literal[1], offset: moduleRequest.start });
  }
  return imports;
}
