import { FUZZ_SEED } from '@holbench/test-support/seed';
import { isOverQuic } from '@holbench/variants/protocols';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { leave, type RealSession, SESSION_COMMANDS } from '../hostile/session-commands.ts';
import type { LabUnderTest } from '../lab/lab-under-test.ts';

/** A page of its own for each client takes longer. */
const RUNS = { tcp: 40, quic: 8 } as const;
const LIMIT_MS = 25_000;

/** Sequences of operations, valid and not, and what a model of the session says must come of them. */
export function describeSessionModel(lab: LabUnderTest): void {
  describe('sessions', () => {
    test(`do what their model does (seed ${FUZZ_SEED})`, async () => {
      const files = await lab.uploadedFiles();
      let complete = 0;
      const property = fc.asyncProperty(
        fc.commands(SESSION_COMMANDS, { maxCommands: 25 }),
        async (commands) => {
          const open = () => lab.rawClient();
          const real: RealSession = { client: await open(), open, ids: [], uploads: [], broken: 0 };
          const model = { covalues: [], uploads: [] };
          try {
            await fc.asyncModelRun(() => ({ model, real }), commands);
          } finally {
            await leave(real);
            lab.brokenTransfers += real.broken;
            complete += model.covalues.filter(({ fileBytes }) => fileBytes !== null).length;
          }
        },
      );
      const numRuns = isOverQuic(lab.variant.protocol) ? RUNS.quic : RUNS.tcp;
      await fc.assert(property, { seed: FUZZ_SEED, numRuns, interruptAfterTimeLimit: LIMIT_MS });
      await vi.waitFor(
        async () => expect(await lab.uploadedFiles()).toHaveLength(files.length + complete),
        5_000,
      );
    });
  });
}
