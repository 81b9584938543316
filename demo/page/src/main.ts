import { byId } from '@holbench/client/page/element';
import { messageOf } from '@holbench/process/user-error';
import 'uplot/dist/uPlot.min.css';
import { DemoIndex, INDEX_PATH } from '../../src/race/race.ts';
import { loadJson } from './load-json.ts';
import { replay } from './replay/replay.ts';
import { fillChoices } from './watch/choices.ts';
import { watch } from './watch/watch.ts';

function fail(error: unknown): void {
  const source = byId('source', HTMLDivElement);
  source.classList.add('bad');
  source.textContent = `Nothing to play: ${messageOf(error)}`;
}

try {
  const index = await loadJson(DemoIndex, INDEX_PATH);
  document.body.dataset['shows'] = index.races.length > 0 ? 'run' : 'watched';
  if (index.choices !== null) fillChoices(byId('choices', HTMLFormElement), index.choices);
  if (index.refused !== null)
    byId('refused', HTMLParagraphElement).textContent = `Not raced: ${index.refused}`;
  if (index.races.length > 0) await replay(index);
  else await watch();
} catch (error) {
  fail(error);
}
