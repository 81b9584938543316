import type { PayloadKind } from '@holbench/results/sample';
import { element } from './element.ts';
import { readPageForm } from './page-form.ts';
import { OPERATIONS, type PageOperation } from './scenario-pages.ts';

const KINDS: readonly { kind: PayloadKind; name: string }[] = [
  { kind: 'text', name: 'Text' },
  { kind: 'binary', name: 'Binary' },
];

/**
 * Fills the list with the operations, a button per payload kind.
 * @param onChosen called when a button is pressed, with its operation and kind.
 */
export function fillOperationList(
  list: HTMLElement,
  form: HTMLFormElement,
  onChosen: (operation: PageOperation, kind: PayloadKind) => void,
): void {
  for (const operation of OPERATIONS) {
    const buttons = KINDS.map(({ kind, name }) => {
      const detail = element('small', {});
      const button = element(
        'button',
        { type: 'button', 'aria-disabled': 'true' },
        name,
        ' ',
        detail,
      );
      const describe = (): void => {
        detail.textContent = operation.describe(kind, readPageForm(form));
        const { scenario, title } = operation;
        button.setAttribute('aria-label', `${scenario} ${title}: ${name} ${detail.textContent}`);
      };
      describe();
      form.addEventListener('input', describe);
      button.addEventListener('click', () => {
        if (button.getAttribute('aria-disabled') === 'false') onChosen(operation, kind);
      });
      return button;
    });
    const heading = element('h3', {}, element('span', {}, operation.scenario), operation.title);
    list.append(element('li', {}, heading, ...buttons));
  }
}

/** Uses `aria-disabled`, because a `disabled` button would lose the keyboard focus. */
export function enableOperations(list: HTMLElement, enabled: boolean): void {
  for (const button of list.querySelectorAll('button')) {
    button.setAttribute('aria-disabled', String(!enabled));
  }
}
