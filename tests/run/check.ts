import { runChecks } from './checks.ts';

/** `pnpm check`: format, lint, types, Python, dead code and import direction. */
const { passed, failures, skips } = await runChecks();
for (const skip of skips) console.log(`skipped ${skip}`);
console.log(`${passed} passed, ${failures.length} failed`);
if (failures.length > 0) process.exitCode = 1;
