import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  bench: ['packages', 'scripts/netem', 'caddy', 'envoy'],
  reports: ['packages'],
  scripts: ['packages'],
  demo: ['packages', 'scripts/netem', 'bench', 'client', 'reports'],
  tests: ['packages', 'servers', 'bench', 'client', 'reports', 'examples', 'scripts'],
};

/** A workspace package. It may import those that its package.json names. */
const Manifest = v.object({
  name: v.string(),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

const root = join(import.meta.dirname, '..');
const folders =
  '{packages,bench,servers,caddy,envoy,client,reports,demo,examples,scripts,tests}/**';
const packages = new Map<string, v.InferOutput<typeof Manifest>>();
for await (const file of glob(`${folders}/package.json`, { cwd: root, exclude: isGenerated })) {
  const text = await readFile(join(root, file), 'utf8');
  packages.set(dirname(file), v.parse(Manifest, JSON.parse(text)));
}
const violations: string[] = [];
let files = 0;

for await (const file of glob(`${folders}/*.ts`, { cwd: root, exclude: isGenerated })) {
  const code = await readFile(join(root, file), 'utf8');
  files += 1;
  for (const { specifier, offset } of importsOf(file, code)) {
    const target = targetOf(file, specifier);
    if (target === null || isAllowed(file, target)) continue;
    const line = code.slice(0, offset).split('\n').length;
    violations.push(`${file}:${line}: must not import ${target} ("${specifier}")`);
  }
}

for (const violation of violations) console.error(violation);
console.log(`${files} files, ${violations.length} imports against the direction`);
if (violations.length > 0) process.exitCode = 1;

function isAllowed(file: string, target: string): boolean {
  const [from, to] = [longest(packages.keys(), file), longest(packages.keys(), target)];
  const [floor, below] = [file, target].map((path) => longest(Object.keys(FLOORS), path));
  if (!floor || !below) throw new Error(`${file} or ${target} is on no floor`);
  if (floor !== below && !FLOORS[floor]?.includes(below)) return false;
  // The programs in scripts/ belong to the root, which imports by path.
  if (from === to || from === undefined || to === undefined) return true;
  const { dependencies, devDependencies } = packages.get(from) ?? {};
  return (packages.get(to)?.name ?? '') in { ...dependencies, ...devDependencies };
}

function isGenerated(path: string): boolean {
  return /(^|\/)(node_modules|dist|runs)(\/|$)/.test(path);
}

/** The longest of `folders` that holds `path`. */
function longest(folders: Iterable<string>, path: string): string | undefined {
  return [...folders]
    .filter((folder) => `${path}/`.startsWith(`${folder}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Path that an import leads to, of a package its folder; null for npm packages and Node's modules. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const name = /^@holbench\/[^/]+/.exec(specifier)?.[0];
  if (name === undefined) return null;
  return [...packages].find(([, manifest]) => manifest.name === name)?.[0] ?? specifier;
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
