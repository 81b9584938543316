import type { Scenario } from '../cell-run.ts';
import { usersCreate, usersLoad } from './artillery.ts';
import { createBatch } from './create-batch.ts';
import { fanOut } from './fan-out.ts';
import { holbDownload, holbUpload } from './holb.ts';
import { loadBatch } from './load-batch.ts';
import { mutate } from './mutate.ts';
import { setUp } from './set-up.ts';
import type { ScenarioId } from './scenario-ids.ts';

/** A new scenario is a file beside this one and an entry here. */
export const SCENARIOS: Readonly<Record<ScenarioId, Scenario>> = {
  '1a': loadBatch,
  '1b': usersLoad,
  '2c': createBatch,
  '2d': usersCreate,
  '3e': mutate,
  '4f': holbDownload,
  '4g': holbUpload,
  '5h': setUp,
  '6i': fanOut,
};
