/** Mutations that a page sends without awaiting answers. */
export const WRITES = 20;
