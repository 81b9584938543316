/**
 * Version of the run folder: manifest, cells and samples. Readers refuse any other.
 * 2: networks with their certificates, and how much is moved over each.
 * 3: factors and sweeps, resources and limiter of each cell.
 */
export const RESULTS_SCHEMA_VERSION = 3;
