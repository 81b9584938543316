import { runChecks } from './test/checks.ts';

/** `pnpm check`: format, lint, types, dead code and import direction. */
const { passed, failures } = await runChecks();
console.log(`${passed} passed, ${failures.length} failed`);
if (failures.length > 0) process.exitCode = 1;
