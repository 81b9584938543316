import type { Backend, BackendId } from '@holbench/netem/backend';
import { emulatorLimit, formatLimit } from '@holbench/netem/limits/emulator-limit';
import { lockMachine } from '@holbench/netem/lock';
import { UserError } from '@holbench/process/user-error';

/** How far the emulator that is used here can be trusted. */
export interface LimitDiagnosis {
  readonly backend: BackendId;
  /** Highest rate at which it adds at most 1 ms and loses nothing, kbit/s; null: none, or unknown. */
  readonly rateKbps: number | null;
  /** The same in words, or why it is not known. */
  readonly text: string;
}

/** What is known already is there at once. */
const NOTICE_AFTER_MS = 500;

/** Measures the limit where it is not known yet, which takes up to 10 s, and says so meanwhile. */
export async function diagnoseLimit(backend: Backend): Promise<LimitDiagnosis> {
  const notice = setTimeout(() => {
    console.error(`holbench: measuring up to which rate ${backend.id} can be trusted, up to 10 s`);
  }, NOTICE_AFTER_MS);
  try {
    await using _lock = await lockMachine('pnpm run doctor');
    const limit = await emulatorLimit(backend);
    return { backend: backend.id, rateKbps: limit.rateKbps, text: formatLimit(limit) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { backend: backend.id, rateKbps: null, text: `not measured: ${error.message}` };
  } finally {
    clearTimeout(notice);
  }
}
