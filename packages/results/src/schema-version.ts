/** Version of the run folder: its manifest, and lines of cells, connections and samples. Read and written. */
export const RESULTS_SCHEMA_VERSION = 9;
