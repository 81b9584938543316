/** The files of a run folder `reports/runs/<run-id>/`. */
export const RUN_FILES = {
  manifest: 'manifest.json',
  cells: 'cells.ndjson',
  samples: 'samples.ndjson',
  connections: 'connections.ndjson',
  logs: 'logs',
} as const;

/** Ending of a file of lines that gzip has compressed. Such a run can be read, and not be resumed. */
export const COMPRESSED = '.gz';
