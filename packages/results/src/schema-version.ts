/** Version of the run folder: manifest, cells and samples. Readers refuse any other. */
export const RESULTS_SCHEMA_VERSION = 1;
