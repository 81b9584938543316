import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import type { Outcomes } from '../suite.ts';

const Case = v.object({
  /** Such as "http2/5.1.1". */
  package: v.string(),
  failure: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
  skipped: v.optional(v.unknown()),
});
const Report = v.object({
  testsuites: v.object({
    testsuite: v.array(v.object({ testcase: v.optional(v.array(Case), []) })),
  }),
});

/** @returns outcomes by the ids that h2spec takes as arguments: "http2/5.1.1/2". */
export function readReport(xml: string): Outcomes {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  const { testsuites } = v.parse(Report, parser.parse(xml));
  const outcomes: Record<string, string> = {};
  for (const { testcase } of testsuites.testsuite) {
    for (const [index, each] of testcase.entries()) {
      outcomes[`${each.package}/${index + 1}`] = outcomeOf(each);
    }
  }
  return outcomes;
}

function outcomeOf({ failure, error, skipped }: v.InferOutput<typeof Case>): string {
  if (failure !== undefined || error !== undefined) return 'failed';
  return skipped === undefined ? 'passed' : 'skipped';
}
