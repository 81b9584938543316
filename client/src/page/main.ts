import type { PayloadKind } from '@holbench/results/sample';
import '../workloads/spec.ts';
import { connect, type ConnectedPage } from './connect.ts';
import { byId } from './element.ts';
import { holbenchPage } from './holbench-page.ts';
import { enableOperations, fillOperationList } from './operation-list.ts';
import type { Operation } from './operations.ts';
import { showConnectFailure, showPageHeader } from './page-header.ts';
import { resultCard, spokenResult } from './result-card.ts';
import { fillSettingsForm } from './settings-form.ts';
import { readSettings } from './settings.ts';

const form = byId('settings', HTMLFormElement);
const operations = byId('operations', HTMLElement);
const progress = byId('progress', HTMLProgressElement);
const status = byId('status', HTMLElement);
const results = byId('results', HTMLElement);

const connected = connect();
window.holbench = holbenchPage(connected);

fillSettingsForm(form);
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

async function run(operation: Operation, kind: PayloadKind): Promise<void> {
  const page: ConnectedPage = await connected;
  const settings = readSettings(form);
  enableOperations(operations, false);
  progress.max = operation.steps(settings);
  progress.value = 0;
  progress.classList.add('active');
  status.classList.remove('bad');
  status.textContent = `${operation.scenario} ${operation.title}, ${kind}: running…`;
  try {
    const result = await operation.run(page, kind, settings, () => progress.value++);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
