import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXCEPTIONS, exceptionOf, unaccepted } from './exceptions.ts';
import { readStored, STORE, type Stored } from './stored.ts';
import { type Suite, SUITE_IDS } from './suite.ts';
import { SUITES } from './suites.ts';

const PATH = join(STORE, 'README.md');

/** Writes docs/suites/README.md from the stored results and the table of reasons. */
export async function writeDocument(): Promise<void> {
  await writeFile(PATH, await documentText());
}

export async function documentText(): Promise<string> {
  const sections = await Promise.all(
    SUITE_IDS.map(async (id) => sectionOf(SUITES[id], await readStored(id))),
  );
  return `# Others' test suites

\`pnpm test:suites\` runs them against the real servers and compares each case with the outcome stored here. It writes this page
with \`--store\`. A difference fails and names suite, case and variant. \`pnpm test:suites --help\` lists the options; a suite that
cannot run on a machine is skipped with the reason.

${sections.join('\n')}`;
}

function sectionOf(suite: Suite, stored: Stored): string {
  const outcomes = [...new Set(Object.values(stored.cases).flatMap((each) => Object.values(each)))];
  const ordered = outcomes.toSorted((a, b) => rank(suite, a) - rank(suite, b) || (a < b ? -1 : 1));
  const rows = Object.entries(stored.versions).map(([subject, versions]) => {
    const all = Object.values(stored.cases).map((each) => each[subject]);
    const counts = ordered.map((outcome) => all.filter((each) => each === outcome).length);
    const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    return row([`\`${subject}\``, ...counts.map(String), names.join(', ')]);
  });
  const head = ['against', ...ordered, 'versions'];
  return `## ${suite.title}

${INTRODUCTIONS[suite.id]}

${row(head)}
${row(head.map(() => '---'))}
${rows.join('\n')}

${exceptionsText(suite, stored)}`;
}

const INTRODUCTIONS: Readonly<Record<Suite['id'], string>> = {
  autobahn: `The suite talks to the WebSocket endpoint of each variant, started with \`--echo-bytes\`: each message comes back instead of
reaching the application. Upgrade, library options and connection are those that are served. So is the largest message (1 MiB), except in the 24 cases of section 9 that
send more: for them the variant is started again with 16 MiB. Sections 12 and 13 test compression, which no variant has. \`caddy-ws-http2\`
is not tested: the suite opens WebSockets by HTTP/1.1 only. FAILED would mean that the protocol is broken; NON-STRICT that it is kept in another way than the
suite prefers. The suite needs Python 2.7.`,
  h2spec: `With its strict cases. \`bare-node\`, \`bare-caddy\` and \`bare-envoy\` are servers of the same library with as little around it as possible
([bare-servers.ts](../../tests/suites/src/h2spec/bare-servers.ts)): the minimal reproductions. A case that fails with a variant and with its bare server is
the library's. A case with both outcomes does not end alike in every run. The suite is built by Go.`,
};

const rank = ({ accepted }: Suite, outcome: string): number =>
  accepted.includes(outcome) ? accepted.indexOf(outcome) : accepted.length;

function exceptionsText(suite: Suite, stored: Stored): string {
  const failing = unaccepted(suite, stored);
  const rows = EXCEPTIONS.filter((each) => each.suite === suite.id).map((exception) => {
    const own = failing.filter(
      ({ subject, id }) => exceptionOf(suite.id, subject, id) === exception,
    );
    const ids = [...new Set(own.map(({ id }) => id))];
    const subjects = [...new Set(own.map(({ subject }) => `\`${subject}\``))];
    return row([ids.join(', '), subjects.join(', '), exception.reason]);
  });
  if (rows.length === 0) return '';
  return `${row(['cases', 'against', 'reason'])}
${row(['---', '---', '---'])}
${rows.join('\n')}
`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', 'or')).join(' | ')} |`;
}
