import { drive as loadMany } from './1a-load-many/drive.ts';
import { drive as loadOne } from './1b-load-one/drive.ts';
import { drive as createMany } from './2c-create-many/drive.ts';
import { drive as createOne } from './2d-create-one/drive.ts';
import { drive as mutate } from './3e-mutate/drive.ts';
import { drive as connect } from './connect/drive.ts';
import { drive as download } from './download/drive.ts';
import { drive as upload } from './upload/drive.ts';
import { drive as bursts } from './bursts/drive.ts';
import type { Drive } from './port/cell-run.ts';

/** What the bench does in a cell, by the id of its scenario. */
export const DRIVES: Readonly<Record<string, Drive>> = {
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
