/**
 * Version of the run folder: manifest, cells and samples. Readers refuse any other.
 * 2: networks with their certificates, and how much is moved over each.
 */
export const RESULTS_SCHEMA_VERSION = 2;
