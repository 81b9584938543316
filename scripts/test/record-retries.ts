import { afterEach } from 'vitest';

/**
 * For `setupFiles` of projects with `retry`: leaves the number of retries in the test's `meta`, which
 * Vitest's JSON report prints. Of retries themselves that report says nothing.
 */
afterEach(({ task }) => {
  Object.assign(task.meta, { retries: task.result?.retryCount ?? 0 });
});
