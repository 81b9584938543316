import { availableCongestionControls, tcpCc } from '@holbench/factors/tcp-cc';
import { factorNamed } from '@holbench/factors/values';
import { CLAIMS } from '@holbench/reports/verdicts/claims';
import type { ClaimRun } from '@holbench/reports/verdicts/claims/claim-run';
import { CLAIMS_PRESET } from './presets.ts';

/** What of this machine decides which arms it can run. */
interface Machine {
  readonly platform: string;
  readonly congestionControls: readonly string[];
}

/** What this machine lacks for the cells of a claim; null: nothing. */
function lackingFor({ cells }: ClaimRun, { platform, congestionControls }: Machine): string | null {
  for (const { flag, value } of cells.flatMap(({ changes = [] }) => changes)) {
    if (flag === tcpCc.flag && !congestionControls.includes(value)) {
      return `--${flag} ${value}: this machine has ${congestionControls.join(', ')}`;
    }
    // scripts/netem sets TCP for one network on Linux alone.
    if (factorNamed(flag)?.scope === 'link' && platform !== 'linux')
      return `--${flag}: needs Linux`;
  }
  return null;
}

/** Claims that a machine cannot test, and why. `--preset claims` leaves them out. */
export function claimsElsewhere(machine = thisMachine()): ReadonlyMap<string, string> {
  return new Map(
    CLAIMS.flatMap(({ run }) => {
      const lacking = lackingFor(run, machine);
      return lacking === null ? [] : [[run.id, lacking] as const];
    }),
  );
}

/** A line for each claim that a run of the preset leaves out for what the machine lacks. */
export function leftOutLines(preset: string, elsewhere = claimsElsewhere()): string[] {
  if (preset !== CLAIMS_PRESET) return [];
  return [...elsewhere].map(([id, why]) => `claims: ${id} cannot be tested here (${why})`);
}

function thisMachine(): Machine {
  return { platform: process.platform, congestionControls: availableCongestionControls() };
}
