/** The files of a run folder `reports/runs/<run-id>/`. */
export const RUN_FILES = {
  manifest: 'manifest.json',
  cells: 'cells.ndjson',
  samples: 'samples.ndjson',
  logs: 'logs',
} as const;
