import { registerHooks } from 'node:module';
import { expect, test } from 'vitest';
import { projectFile } from './project-file.ts';

// The parser imports its schema, which is JSON, without saying so.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import('@actions/workflow-parser');
hooks.deregister();

const SHARDS = '.github/workflows/shards.yml';
const workflow = await projectFile(SHARDS);

/** All that GitHub's own parser of workflows has against one. */
async function problemsOf(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: SHARDS, content }, new NoOperationTraceWriter());
  const template = value && (await convertWorkflowTemplate(context, value));
  const found = [...context.errors.getErrors(), ...(template?.errors ?? [])];
  return found.map((error) => ('Message' in error ? error.Message : error.message));
}

test.each([SHARDS, '.github/workflows/pages.yml'])('%s is one of GitHub Actions', async (path) => {
  expect(await problemsOf(await projectFile(path))).toEqual([]);
});

test.for<[string, string, string]>([
  ['a key that is misspelt', 'needs: image\n', 'need: image\n'],
  ['a job that does not exist', 'needs: image\n', 'needs: picture\n'],
  ['a text in the place of a number', 'timeout-minutes: 350', 'timeout-minutes: many'],
  ['an expression that does not end', '${{ strategy.job-index }}', '${{ strategy.job-index + }}'],
  ['a context that does not exist', '${{ strategy.job-index }}', '${{ strategies.job-index }}'],
])('%s is found', async ([, right, wrong]) => {
  expect(workflow).toContain(right);
  expect(await problemsOf(workflow.replace(right, wrong))).not.toEqual([]);
});
