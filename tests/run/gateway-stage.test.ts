import { expect, test } from 'vitest';
import { checkResult, testResult } from './gateway-stage.ts';

const NONE = { passed: 0, failures: [], skips: [] };

/** What cargo printed. */
const FAILED = `   Compiling holbench-gateway v0.1.0 (/lab/gateway)
    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 3.30s
     Running unittests src/main.rs (/lab/debug/deps/holbench_gateway-3bd17519d56c6b8a)

running 4 tests
test head::tests::keeps_its_order ... ok
test head::tests::takes_long ... ignored, needs an hour
test options::tests::versions ... FAILED
test tls::tests::panics - should panic ... ok

failures:

---- options::tests::versions stdout ----
assertion failed: test result: ok

failures:
    options::tests::versions

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--bin holbench-gateway\`
`;

test('tests of cargo are counted one by one', () => {
  expect(testResult({ exitCode: 101, output: FAILED })).toEqual({
    passed: 2,
    failures: ['options::tests::versions'],
    skips: ['head::tests::takes_long: needs an hour'],
  });
});

test('a test whose line cannot be read is missed', () => {
  const output = FAILED.replace(
    'keeps_its_order ... ok',
    'keeps_its_order ... a word beside it ok',
  );
  expect(testResult({ exitCode: 101, output }).failures).toEqual(['cargo test: 4 tests, 3 read']);
});

test('a test program that ended without naming a failure has failed', () => {
  const output = FAILED.replace('versions ... FAILED', 'versions ... ok').replace(
    '2 passed; 1 failed',
    '3 passed; 0 failed',
  );
  const failures = ['cargo test ended with exit code 101'];
  expect(testResult({ exitCode: 101, output })).toMatchObject({ passed: 3, failures });
  expect(testResult({ exitCode: 0, output: '' }).failures).toEqual(['cargo test ran no tests']);
});

test('sources that are no Rust are a failure', () => {
  const output = 'error: could not compile `holbench-gateway` (bin "holbench-gateway" test)\n';
  const failures = ['cargo test ended with exit code 101'];
  expect(testResult({ exitCode: 101, output })).toEqual({ ...NONE, failures });
  const quoting = `error[E0425]: cannot find function\n 12 | bail!("failed to download {}")\n`;
  expect(testResult({ exitCode: 101, output: quoting })).toEqual({ ...NONE, failures });
});

test.for([
  ['cargo is missing\n', 'cargo is missing'],
  ['error: no such command: `fmt`\n\nhelp: view all', 'error: no such command: `fmt`'],
  [
    "error: 'cargo-fmt' is not installed for the toolchain 'stable-x86_64-unknown-linux-gnu'.\nhelp: …",
    "error: 'cargo-fmt' is not installed for the toolchain 'stable-x86_64-unknown-linux-gnu'.",
  ],
  [
    'error: rustc 1.86.0 is not supported by the following package:\n  holbench-gateway',
    'error: rustc 1.86.0 is not supported by the following package:',
  ],
  [
    'error: failed to parse manifest\n\nCaused by:\n  feature `edition2024` is required\n',
    'feature `edition2024` is required',
  ],
] as const)('a machine that lacks a tool skips with its words: %s', ([output, reason]) => {
  const skips = [`cargo fmt: ${reason}`];
  expect(checkResult('cargo fmt', { exitCode: 1, output })).toEqual({ ...NONE, skips });
  expect(checkResult('cargo fmt', { exitCode: 0, output })).toEqual({ ...NONE, passed: 1 });
});
