import { element } from '@holbench/client/page/element';
import { messageOf } from '@holbench/process/user-error';
import { CHOICE_PATH, type DemoIndex } from '../../../src/race/race.ts';
import { labelled, select } from '../fields.ts';

/** Fills the form: over which network, and beside which transfer, servers race next. */
export function fillChoices(
  form: HTMLFormElement,
  { network, direction, networks }: NonNullable<DemoIndex['choices']>,
): void {
  const ids = [...new Set([network, ...networks])];
  const over = select(ids.map((id) => ({ value: id, text: id })));
  const beside = select(['download', 'upload'].map((each) => ({ value: each, text: each })));
  over.value = network;
  beside.value = direction;
  const race = element('button', { type: 'submit' }, 'Race');
  const said = element('output', { class: 'note' });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    race.disabled = true;
    ask({ network: over.value, direction: beside.value })
      .then(
        () => location.reload(),
        (error: unknown) => (said.textContent = `Not raced: ${messageOf(error)}`),
      )
      .finally(() => (race.disabled = false));
  });
  form.append(labelled('Network', over), labelled('Transfer', beside), race, said);
  form.hidden = false;
}

async function ask(choice: unknown): Promise<void> {
  const response = await fetch(CHOICE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
}
