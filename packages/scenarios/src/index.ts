import { scenario as loadMany } from './1a-load-many/scenario.ts';
import { scenario as loadOne } from './1b-load-one/scenario.ts';
import { scenario as createMany } from './2c-create-many/scenario.ts';
import { scenario as createOne } from './2d-create-one/scenario.ts';
import { scenario as mutate } from './3e-mutate/scenario.ts';
import { scenario as connect } from './connect/scenario.ts';
import { scenario as download } from './download/scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenario as upload } from './upload/scenario.ts';
import { scenario as bursts } from './bursts/scenario.ts';

/** Every scenario in the order of every list: first those of the reference, by their ids. */
export const SCENARIOS: readonly Scenario[] = [
  loadMany,
  loadOne,
  createMany,
  createOne,
  mutate,
  bursts,
  download,
  upload,
  connect,
];
