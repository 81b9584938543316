import { metrics as loadMany } from './1a-load-many/metrics.ts';
import { metrics as loadOne } from './1b-load-one/metrics.ts';
import { metrics as createMany } from './2c-create-many/metrics.ts';
import { metrics as createOne } from './2d-create-one/metrics.ts';
import { metrics as mutate } from './3e-mutate/metrics.ts';
import { metrics as connect } from './connect/metrics.ts';
import { metrics as download } from './download/metrics.ts';
import { metrics as upload } from './upload/metrics.ts';
import { metrics as bursts } from './bursts/metrics.ts';
import type { Metric } from './metric.ts';
import { RESOURCE_METRICS } from './resource-metrics.ts';

/** The numbers of a round, by the id of its scenario; then what every cell used. */
export const METRICS: ReadonlyMap<string, readonly Metric[]> = new Map(
  Object.entries({
    '1a': loadMany,
    '1b': loadOne,
    '2c': createMany,
    '2d': createOne,
    '3e': mutate,
    bursts,
    download,
    upload,
    connect,
  }).map(([id, metrics]) => [id, [...metrics, ...RESOURCE_METRICS]]),
);
