import { messageOf } from '@holbench/process/user-error';
import type { PayloadKind } from '@holbench/results/sample';
import '@holbench/scenarios/port/holbench-page';
import { connect } from './connect.ts';
import { byId } from './element.ts';
import { holbenchPage } from './holbench-page.ts';
import { enableOperations, fillOperationList } from './operation-list.ts';
import { showConnectFailure, showPageHeader } from './page-header.ts';
import { resultCard, spokenResult } from './result-card.ts';
import { fillPageForm, readPageForm } from './page-form.ts';
import type { PageOperation } from './scenario-pages.ts';

const form = byId('settings', HTMLFormElement);
const operations = byId('operations', HTMLElement);
const progress = byId('progress', HTMLProgressElement);
const status = byId('status', HTMLElement);
const results = byId('results', HTMLElement);

const connected = connect();
window.holbench = holbenchPage(connected);

fillPageForm(form);
fillOperationList(operations, form, (operation, kind) => void run(operation, kind));
void show();

async function show(): Promise<void> {
  try {
    showPageHeader(await connected);
    enableOperations(operations, true);
  } catch (error) {
    showConnectFailure(messageOf(error));
  }
}

async function run(operation: PageOperation, kind: PayloadKind): Promise<void> {
  const page = await connected;
  const values = readPageForm(form);
  enableOperations(operations, false);
  progress.max = operation.steps(values);
  progress.value = 0;
  progress.classList.add('active');
  status.classList.remove('bad');
  status.textContent = `${operation.scenario} ${operation.title}, ${kind}: running…`;
  try {
    const result = await operation.run(page, kind, values, () => progress.value++);
    if (results.querySelector('.empty')) results.replaceChildren();
    results.prepend(resultCard(operation, kind, result));
    status.textContent = spokenResult(result);
  } catch (error) {
    status.classList.add('bad');
    status.textContent = messageOf(error);
  } finally {
    progress.classList.remove('active');
    enableOperations(operations, true);
  }
}
