import { element } from './element.ts';
import { formatBytes } from './format.ts';
import { FILE_BYTES, MUTATIONS, type Settings, SIZES } from './settings.ts';

/** Fills the form with the controls of `Settings`. */
export function fillSettingsForm(form: HTMLFormElement): void {
  form.append(
    choice('size', 'CoValues at once', SIZES, String),
    choice('fileBytes', 'Size of created files', FILE_BYTES, formatBytes),
    choice('mutations', 'Mutations', MUTATIONS, String),
    labelled('Seed', element('input', { name: 'seed', type: 'number', value: '1', step: '1' })),
  );
  // There is nothing to submit: Enter in a field must not reload the page.
  form.addEventListener('submit', (event) => event.preventDefault());
}

function choice(
  name: keyof Settings,
  label: string,
  values: readonly number[],
  format: (value: number) => string,
): HTMLElement {
  const options = values.map((value) => element('option', { value: String(value) }, format(value)));
  return labelled(label, element('select', { name }, ...options));
}

function labelled(label: string, control: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, label), control);
}
