import { join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { type Access, letIn } from '@holbench/harness/let-in';
import type { Tools } from '@holbench/harness/tools';
import { withDeadline } from '@holbench/harness/with-deadline';
import { messageOf } from '@holbench/process/user-error';
import type { Health } from '@holbench/protocol/health';
import { oneLine } from '@holbench/process/user-error';
import type { Page } from 'playwright-core';
import { ANSWER_MS } from './in-page.ts';
import { type Files, filesIn, type Moved, type Rule, rulesFor, type Subject } from './rules.ts';

/** Time limit of a rule, for a page that does not answer: what it waits for itself has shorter ones. */
const RULE_MS = 60_000;
/** Of a server that sends whole pages as its titles, or its errors. */
const CAME_CHARACTERS = 500;

/** What came of a rule. */
export interface Checked {
  readonly rule: string;
  readonly status: 'ok' | 'failed' | 'not checked';
  readonly expected: string;
  /** What came instead, or what there is; '' where it was not checked. */
  readonly came: string;
}

export interface CheckOptions
  extends Pick<Subject, 'variants' | 'texts' | 'files'>, Partial<Moved> {
  /** The server, and how it is known. */
  readonly reached: Access & { readonly trustedKey: string | null; readonly overQuic: boolean };
  readonly tools: Tools;
  /** Time limit of a rule that has none of its own, in ms. */
  readonly ruleMs?: number;
  /** Told of each rule when it has been checked. */
  readonly onRule?: (checked: Checked) => void;
}

/** Whether a server fulfils the contract (by default all of it), by a real Chromium with the lab's page. */
export async function checkServer({
  reached,
  tools,
  uploads = true,
  downloads = true,
  ruleMs = RULE_MS,
  onRule = () => {},
  ...wanted
}: CheckOptions): Promise<{
  rules: readonly Checked[];
  health: Health | null;
  /** That it has. */
  files: readonly Files[];
}> {
  const { origin, trustedKey, overQuic } = reached;
  const logFolder = join(tools.root, '.cache/check-server');
  const forceQuic = overQuic ? [new URL(origin).host] : [];
  await using running = await launchBrowser({ tools, trustedKey, forceQuic, logFolder });
  const newPage = async (javaScriptEnabled = true): Promise<Page> => {
    const context = await running.browser.newContext({ javaScriptEnabled });
    await letIn(context, reached);
    const page = await context.newPage();
    page.setDefaultTimeout(ANSWER_MS);
    return page;
  };
  const pages = { documents: await newPage(false), page: await newPage(), newPage };
  const known = { health: null, list: [], protocols: new Set<string>() };
  const subject: Subject = { ...wanted, ...known, ...pages, origin };
  const rules: Checked[] = [];
  let isOver = false;
  for (const rule of rulesFor({ uploads, downloads })) {
    const limitMs = rule.limitMs ?? ruleMs;
    const late = `the page did not answer within ${limitMs / 1_000} s`;
    const checked: Checked = isOver
      ? notChecked(rule)
      : await check(rule, subject, { limitMs, late });
    // A page that hangs would let each of the others wait as long.
    isOver ||= checked.status === 'failed' && (rule.basic === true || checked.came === late);
    rules.push(checked);
    onRule(checked);
  }
  return { rules, health: subject.health, files: filesIn(subject.list) };
}

async function check(
  rule: Rule,
  subject: Subject,
  limit: Parameters<typeof withDeadline>[2],
): Promise<Checked> {
  const { id, expected } = rule;
  try {
    const came = await withDeadline(rule.check(subject), [], limit);
    return { rule: id, status: 'ok', expected, came: shortened(came) };
  } catch (error) {
    return { rule: id, status: 'failed', expected, came: shortened(reasonIn(messageOf(error))) };
  }
}

function notChecked({ id, expected }: Rule): Checked {
  return { rule: id, status: 'not checked', expected, came: '' };
}

/** A server's own words are printed in a terminal, and may be of any length. */
function shortened(came: string): string {
  return oneLine(came.slice(0, CAME_CHARACTERS));
}

/** Without Playwright's call log, and without the stack of the page. */
function reasonIn(message: string): string {
  const [first = ''] = message.replace(/^\w+\.\w+: /, '').split('\n');
  const isLate = /TimeoutError|signal timed out|Timeout \d+ms exceeded/.test(first);
  return isLate ? `no answer within ${ANSWER_MS / 1_000} s` : first.replace(/^\w*Error: /, '');
}
