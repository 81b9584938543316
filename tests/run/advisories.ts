import * as v from 'valibot';
import { runCommand } from '../../scripts/run-command.ts';
import { broken, type StageResult, together } from './stage.ts';

/** Ids of advisories that do not concern the lab, each with the reason. */
type Exceptions = Readonly<Record<string, string>>;

/** By GitHub's id, such as "GHSA-…": of packages that `pnpm-lock.yaml` has. */
const NPM_EXCEPTIONS: Exceptions = {};
/** By RustSec's id, such as "RUSTSEC-2026-…": of crates of the gateway. */
const CRATE_EXCEPTIONS: Exceptions = {};

const CRATE_LOCK = 'gateway/Cargo.lock';

/**
 * Known weaknesses of what is installed. A question that nothing here can answer is skipped, with the reason; an
 * exception is printed with its own.
 */
export async function runAdvisories(): Promise<StageResult> {
  return together([await npmAdvisories(NPM_EXCEPTIONS), await crateAdvisories(CRATE_EXCEPTIONS)]);
}

const NpmAudit = v.object({
  advisories: v.record(
    v.string(),
    v.object({
      github_advisory_id: v.string(),
      module_name: v.string(),
      severity: v.string(),
      title: v.string(),
    }),
  ),
});

/** @param registry address of another registry, for tests. Default: the user's. */
export async function npmAdvisories(
  exceptions: Exceptions,
  registry?: string,
): Promise<StageResult> {
  const args = registry === undefined ? [] : ['--registry', registry];
  const printed = await output('pnpm', ['audit', '--json', ...args]);
  const audit = v.safeParse(v.pipe(v.string(), v.parseJson(), NpmAudit), printed);
  if (!audit.success) return notUnderstood('npm advisories', printed);
  const found = Object.values(audit.output.advisories).map(
    ({ github_advisory_id: id, module_name: name, severity, title }) =>
      ({ id, what: `${name}: ${title} (${severity})` }) as const,
  );
  return judge('npm advisories', found, exceptions);
}

const CargoAudit = v.object({
  vulnerabilities: v.object({
    list: v.array(
      v.object({ advisory: v.object({ id: v.string(), package: v.string(), title: v.string() }) }),
    ),
  }),
});

async function crateAdvisories(exceptions: Exceptions): Promise<StageResult> {
  const printed = await output('cargo', ['audit', '--json', '--quiet', '--file', CRATE_LOCK]);
  const audit = v.safeParse(v.pipe(v.string(), v.parseJson(), CargoAudit), printed);
  if (!audit.success) return notUnderstood('crate advisories', printed);
  const found = audit.output.vulnerabilities.list.map(
    ({ advisory: { id, package: name, title } }) => ({ id, what: `${name}: ${title}` }) as const,
  );
  return judge('crate advisories', found, exceptions);
}

/**
 * The JSON that a program printed, which fails where it finds something, too; all that it printed where
 * there is none, and its error where it cannot be started.
 */
async function output(command: string, args: readonly string[]): Promise<string> {
  const printed = await runCommand(command, args, { stdio: 'capture' }).then(
    (result) => result.output,
    String,
  );
  // Warnings stand beside it.
  return /^\{.*\}/ms.exec(printed)?.[0] ?? printed;
}

function judge(
  name: string,
  found: readonly { readonly id: string; readonly what: string }[],
  exceptions: Exceptions,
): StageResult {
  for (const { id, what } of found) {
    const reason = exceptions[id];
    console.log(`${id} ${what}${reason === undefined ? '' : `, an exception: ${reason}`}`);
  }
  const stale = Object.keys(exceptions).filter((id) => !found.some((each) => each.id === id));
  const failures = [
    ...found
      .filter(({ id }) => !Object.hasOwn(exceptions, id))
      .map(({ id, what }) => `${id} ${what}`),
    ...stale.map((id) => `${id} is an exception, and no longer found: remove it`),
  ];
  if (failures.length > 0) return { passed: 0, failures, skips: [] };
  console.log(`ok     ${name}`);
  return { passed: 1, failures: [], skips: [] };
}

/** An error is a skip: there is none to ask. Other JSON is a report whose form has changed. */
function notUnderstood(name: string, printed: string): StageResult {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), printed);
  const isError = !json.success || v.is(v.object({ error: v.unknown() }), json.output);
  return isError ? skipped(name, printed) : broken(`${name}: not understood: ${printed}`);
}

function skipped(name: string, printed: string): StageResult {
  // Without cargo's advice, and without the frame that pnpm draws.
  const reason = printed
    .replace(/\bhelp:.*/s, '')
    .replaceAll(/[\s×│]+/g, ' ')
    .trim();
  if (reason === '') return broken(`${name}: nothing was printed`);
  return { passed: 0, failures: [], skips: [`${name}: cannot be had here: ${reason}`] };
}
