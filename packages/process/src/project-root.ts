import { fileURLToPath } from 'node:url';

/** Absolute path of the repository's root folder, without a slash at its end. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
