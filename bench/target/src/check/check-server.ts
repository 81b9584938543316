import { join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { type Access, letIn } from '@holbench/harness/let-in';
import type { Tools } from '@holbench/harness/tools';
import { messageOf } from '@holbench/process/user-error';
import type { Health } from '@holbench/protocol/health';
import type { Page } from 'playwright-core';
import { ANSWER_MS } from './in-page.ts';
import { type Moved, type Rule, rulesFor, type Subject } from './rules.ts';

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
  /** Told of each rule when it has been checked. */
  readonly onRule?: (checked: Checked) => void;
}

/** Whether a server fulfils the contract (by default all of it), by a real Chromium with the lab's page. */
export async function checkServer({
  reached,
  tools,
  uploads = true,
  downloads = true,
  onRule = () => {},
  ...wanted
}: CheckOptions): Promise<{ rules: readonly Checked[]; health: Health | null }> {
  const { origin, trustedKey, overQuic } = reached;
  const logFolder = join(tools.root, '.cache/check-server');
  const forceQuic = overQuic ? [new URL(origin).host] : [];
  await using running = await launchBrowser({ tools, trustedKey, forceQuic, logFolder });
  const newPage = async (): Promise<Page> => {
    const context = await running.browser.newContext();
    await letIn(context, reached);
    const page = await context.newPage();
    page.setDefaultTimeout(ANSWER_MS);
    return page;
  };
  const page = await newPage();
  const known = { health: null, list: [], protocols: new Set<string>() };
  const subject: Subject = { ...wanted, ...known, origin, page, newPage };
  const rules: Checked[] = [];
  let isOver = false;
  for (const rule of rulesFor({ uploads, downloads })) {
    const checked: Checked = isOver ? notChecked(rule) : await check(rule, subject);
    isOver ||= checked.status === 'failed' && rule.basic === true;
    rules.push(checked);
    onRule(checked);
  }
  return { rules, health: subject.health };
}

async function check(rule: Rule, subject: Subject): Promise<Checked> {
  const { id, expected } = rule;
  try {
    return { rule: id, status: 'ok', expected, came: await rule.check(subject) };
  } catch (error) {
    return { rule: id, status: 'failed', expected, came: inOneLine(messageOf(error)) };
  }
}

function notChecked({ id, expected }: Rule): Checked {
  return { rule: id, status: 'not checked', expected, came: '' };
}

/** Without Playwright's call log, and without the stack of the page. */
function inOneLine(message: string): string {
  const [first = ''] = message.replace(/^page\.\w+: /, '').split('\n');
  const isLate = /TimeoutError|signal timed out|Timeout \d+ms exceeded/.test(first);
  return isLate ? `no answer within ${ANSWER_MS / 1_000} s` : first.replace(/^\w*Error: /, '');
}
