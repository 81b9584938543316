import { expect, test } from 'vitest';
import { readReport } from './report.ts';

test('each case has the number by which h2spec runs it alone, and its outcome', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="5.1. Stream States" package="http2/5.1" id="5.1" tests="3" skipped="1" failures="1" errors="0">
    <testcase package="http2/5.1" classname="idle: Sends a DATA frame" time="0.0010"></testcase>
    <testcase package="http2/5.1" classname="closed: Sends a DATA frame" time="2.0000">
      <failure>Timeout</failure>
    </testcase>
    <testcase package="http2/5.1" classname="exceeds the limit" time="0.0000">
      <skipped></skipped>
    </testcase>
  </testsuite>
  <testsuite name="3.1. DATA" package="generic/3.1" id="3.1" tests="1" skipped="0" failures="0" errors="0">
    <testcase package="generic/3.1" classname="Sends a DATA frame" time="0.0017"></testcase>
  </testsuite>
</testsuites>`;
  expect(readReport(xml)).toEqual({
    'http2/5.1/1': 'passed',
    'http2/5.1/2': 'failed',
    'http2/5.1/3': 'skipped',
    'generic/3.1/1': 'passed',
  });
});
