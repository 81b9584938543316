import { byId } from '@holbench/client/page/element';
import { messageOf } from '@holbench/process/user-error';
import 'uplot/dist/uPlot.min.css';
import { DemoIndex, INDEX_PATH } from '../../src/race/race.ts';
import { live } from './live/live.ts';
import { loadJson } from './load-json.ts';
import { replay } from './replay/replay.ts';

function fail(error: unknown): void {
  const source = byId('source', HTMLDivElement);
  source.classList.add('bad');
  source.textContent = `Nothing to play: ${messageOf(error)}`;
}

try {
  const index = await loadJson(DemoIndex, INDEX_PATH);
  document.body.dataset['mode'] = index.mode;
  if (index.mode === 'replay') await replay(index);
  else live(index);
} catch (error) {
  fail(error);
}
