import { glob, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob } from 'node:path';
import { parseSync } from 'rolldown/utils';
import * as v from 'valibot';

/** Which floors each floor of the lab may import besides itself: imports go one way. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  packages: [],
  examples: [],
  caddy: ['packages'],
  envoy: ['packages'],
  'scripts/netem': ['packages'],
  servers: ['packages'],
  client: ['packages'],
  bench: ['packages', 'scripts/netem', 'caddy', 'envoy', 'reports'],
  reports: ['packages'],
  scripts: ['packages'],
  demo: ['packages', 'scripts/netem', 'bench', 'client', 'reports'],
  site: ['packages', 'reports', 'demo'],
  tests: [
    'packages',
    'scripts',
    'scripts/netem',
    'servers',
    'bench',
    'client',
    'reports',
    'demo',
    'site',
    'examples',
  ],
};

/** What tests of every floor share. They stand beside what they test, or below `tests`. */
const TEST_SUPPORT = ['tests/support', 'tests/raw-clients'];

/** A workspace package. It may import those that its package.json names. */
const Manifest = v.object({
  name: v.string(),
  exports: v.optional(v.object({ './*': v.string() })),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

const root = join(import.meta.dirname, '../..');
const folders =
  '{packages,bench,servers,caddy,envoy,client,reports,demo,site,examples,scripts,tests}/**';
const packages = new Map<string, v.InferOutput<typeof Manifest>>();
for await (const file of glob(`${folders}/package.json`, { cwd: root, exclude: isGenerated })) {
  const text = await readFile(join(root, file), 'utf8');
  packages.set(dirname(file), v.parse(Manifest, JSON.parse(text)));
}
const files = await Array.fromAsync(glob(`${folders}/*.ts`, { cwd: root, exclude: isGenerated }));
const imports = new Map<string, string[]>();
const violations: string[] = [];

for (const file of files) {
  const code = await readFile(join(root, file), 'utf8');
  const targets: string[] = [];
  for (const { specifier, offset } of importsOf(file, code)) {
    const target = targetOf(file, specifier);
    if (target === null) continue;
    targets.push(...filesOf(target));
    if (isAllowed(file, target)) continue;
    const line = code.slice(0, offset).split('\n').length;
    violations.push(`${file}:${line}: must not import ${target} ("${specifier}")`);
  }
  imports.set(file, targets);
}

// A file that nothing imports is a program. What no program imports, directly or not, is of tests alone.
const production = files.filter((file) => !isTest(file));
const imported = new Set([...imports.values()].flat());
const used = new Set(production.filter((file) => !imported.has(file)));
for (const file of used) for (const target of imports.get(file) ?? []) used.add(target);
for (const file of production) {
  if (!used.has(file)) violations.push(`${file}: only tests import it; move it to them`);
}

for (const violation of violations) console.error(violation);
console.log(`${files.length} files, ${violations.length} imports against the rules`);
if (violations.length > 0) process.exitCode = 1;

function isAllowed(file: string, target: string): boolean {
  const [from, to] = [longest(packages.keys(), file), longest(packages.keys(), target)];
  const [floor, below] = [file, target].map((path) => longest(Object.keys(FLOORS), path));
  if (!floor || !below) throw new Error(`${file} or ${target} is on no floor`);
  const isSupport = isTest(file) && longest(TEST_SUPPORT, target) !== undefined;
  if (floor !== below && !FLOORS[floor]?.includes(below) && !isSupport) return false;
  // The programs in scripts/ belong to the root, which imports by path.
  if (from === to || from === undefined || to === undefined) return true;
  const { dependencies, devDependencies } = packages.get(from) ?? {};
  return (packages.get(to)?.name ?? '') in { ...dependencies, ...devDependencies };
}

function isTest(file: string): boolean {
  return /\.(test|spec)\.ts$|\/fixtures\/|^tests\//.test(file);
}

function isGenerated(path: string): boolean {
  return /(^|\/)(node_modules|dist)(\/|$)|^reports\/runs(\/|$)/.test(path);
}

/** The longest of `folders` that holds `path`. */
function longest(folders: Iterable<string>, path: string): string | undefined {
  return [...folders]
    .filter((folder) => `${path}/`.startsWith(`${folder}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Path that an import leads to, with `*` for any folder; null for npm packages and Node's modules. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [, name, path = ''] = /^(@holbench\/[^/]+)\/(.+)/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const [folder, manifest] = [...packages].find(([, each]) => each.name === name) ?? [];
  if (folder === undefined) return specifier;
  return join(folder, manifest?.exports?.['./*'].replace('*', path) ?? path);
}

function filesOf(target: string): string[] {
  return target.includes('*') ? files.filter((file) => matchesGlob(file, target)) : [target];
}

/** Static, dynamic and re-exporting imports of one module, types and Vite's globs included. */
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
    // `./${folder}/drive.ts` may be any folder's.
    const specifier = literal?.[1]?.replaceAll(/\$\{[^}]*\}/g, '*');
    if (specifier) imports.push({ specifier, offset: moduleRequest.start });
  }
  for (const { 1: specifier = '', index } of code.matchAll(/import\.meta\.glob[^(]*\('(.+?)'/g)) {
    imports.push({ specifier, offset: index });
  }
  return imports;
}
