import * as loadMany from './1a-load-many/page.ts';
import * as loadOne from './1b-load-one/page.ts';
import * as createMany from './2c-create-many/page.ts';
import * as createOne from './2d-create-one/page.ts';
import * as mutate from './3e-mutate/page.ts';
import * as connect from './connect/page.ts';
import * as download from './download/page.ts';
import * as upload from './upload/page.ts';
import * as bursts from './bursts/page.ts';
import type { Operation } from './port/operation.ts';
import type { ScenarioPage } from './port/page-context.ts';

/**
 * What the page does in a cell, by the id of its scenario. Apart from the scenarios themselves, because the page's size
 * is part of the measurement.
 */
export const PAGES: Readonly<Record<string, ScenarioPage & { readonly operation?: Operation }>> = {
  '1a': loadMany,
  '1b': loadOne,
  '2c': createMany,
  '2d': createOne,
  '3e': mutate,
  bursts,
  download,
  upload,
  connect,
};
