import { PAGES } from '@holbench/scenarios/pages';
import type { Operation } from '@holbench/scenarios/port/operation';

/** A button of the page. */
export interface PageOperation extends Operation {
  readonly scenario: string;
}

/** The scenarios that a person can run by hand, in their order. */
export const OPERATIONS: readonly PageOperation[] = Object.entries(PAGES).flatMap(
  ([scenario, { operation }]) => (operation ? [{ ...operation, scenario }] : []),
);
