import { element } from '@holbench/client/page/element';

/** A choice of a form. */
export function select(
  options: readonly { readonly value: string; readonly text: string }[],
): HTMLSelectElement {
  return element(
    'select',
    {},
    ...options.map(({ value, text }) => element('option', { value }, text)),
  );
}

export function labelled(text: string, field: HTMLElement): HTMLLabelElement {
  return element('label', {}, element('span', {}, text), field);
}
