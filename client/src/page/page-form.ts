import { FULL_FILE_BYTES } from '@holbench/protocol/wire-limits';
import type { PageForm } from '@holbench/scenarios/port/operation';
import { element } from './element.ts';
import { formatBytes } from './format.ts';

const SIZES = [10, 20, 30, 50, 100];
const FILE_BYTES = [1024 * 1024, 10 * 1024 * 1024, FULL_FILE_BYTES];
const MUTATIONS = [10, 50, 100];

/** Fills the form with a control for each field of `PageForm`. */
export function fillPageForm(form: HTMLFormElement): void {
  form.append(
    choice('size', 'CoValues at once', SIZES, String),
    choice('fileBytes', 'Size of created files', FILE_BYTES, formatBytes),
    choice('mutations', 'Mutations', MUTATIONS, String),
    labelled('Seed', element('input', { name: 'seed', type: 'number', value: '1', step: '1' })),
  );
  // Enter in a field must not reload the page.
  form.addEventListener('submit', (event) => event.preventDefault());
}

/** Reads the form; each control has the name of its field in `PageForm`. */
export function readPageForm(form: HTMLFormElement): PageForm {
  const data = new FormData(form);
  const number = (name: keyof PageForm): number => Number(data.get(name));
  return {
    size: number('size'),
    fileBytes: number('fileBytes'),
    mutations: number('mutations'),
    seed: Math.trunc(number('seed')),
  };
}

function choice(
  name: keyof PageForm,
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
