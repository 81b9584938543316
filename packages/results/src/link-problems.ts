import { lossInterval } from '@holbench/stats/loss-interval';
import type { CellPhase, LinkLosses } from './cell.ts';
import type { LinkDirection, NetworkProfile } from './network-profile.ts';

/** Confidence of all tests of one cell together: one good cell in a thousand is lost. */
const CELL_CONFIDENCE = 0.999;

/** One direction of a link during one phase. */
interface Counted {
  /** Such as "down, self". */
  readonly where: string;
  readonly side: LinkDirection;
  readonly losses: LinkLosses;
}

/**
 * Why a cell does not count because of what its link did during its phases, one line per reason.
 *
 * Every packet that was sent must have arrived, been lost at random, or been dropped by a queue that
 * has a limit. Random losses must be as many as the profile makes: its loss is in their interval, of
 * a confidence that all such tests of the cell together have 99.9 % (Šidák, "Rectangular confidence
 * regions for the means of multivariate normal distributions", J. Am. Stat. Assoc. 62, 1967: the
 * sequences of losses of phases and directions are independent). Phases that were not counted, and
 * kinds of loss that the emulator does not tell, are not judged.
 */
export function linkProblems(
  profile: NetworkProfile,
  phases: readonly Pick<CellPhase, 'phase' | 'link'>[],
): string[] {
  const counted = phases.flatMap(({ phase, link }): Counted[] =>
    link
      ? [
          { where: `down, ${phase}`, side: profile.down, losses: link.down },
          { where: `up, ${phase}`, side: profile.up, losses: link.up },
        ]
      : [],
  );
  const confidence = CELL_CONFIDENCE ** (1 / counted.filter(isTested).length);
  return counted.flatMap((each) =>
    [
      unaccounted(each.losses),
      queueProblem(each),
      isTested(each) ? lossProblem(each, confidence) : losslessProblem(each),
    ]
      .filter((problem) => problem !== null)
      .map((problem) => `${each.where}: ${problem}`),
  );
}

/** Whether chance decides on the number of losses. */
function isTested({ side, losses }: Counted): boolean {
  const { lossFraction } = side;
  return lossFraction > 0 && losses.sentPackets > 0 && losses.randomLosses !== null;
}

function unaccounted(losses: LinkLosses): string | null {
  const { sentPackets, receivedPackets, randomLosses, queueDrops } = losses;
  if (randomLosses === null || queueDrops === null) return null;
  const missing = sentPackets - receivedPackets - randomLosses - queueDrops;
  if (missing === 0) return null;
  const of = `of ${packets(sentPackets)} sent`;
  return missing > 0
    ? `${count(missing)} ${of} are missing, neither lost at random nor dropped by a queue`
    : `${count(-missing)} more than expected arrived, ${of}`;
}

function queueProblem({ side, losses }: Counted): string | null {
  if (side.queue !== null || !losses.queueDrops) return null;
  return `a queue dropped ${packets(losses.queueDrops)}, configured without a limit`;
}

function losslessProblem({ side, losses }: Counted): string | null {
  if (side.lossFraction > 0 || !losses.randomLosses) return null;
  return lossLine(losses, side);
}

function lossProblem({ side, losses }: Counted, confidence: number): string | null {
  const { sentPackets: sent, randomLosses } = losses;
  // More than were sent are not accounted for, either.
  const lost = Math.min(sent, randomLosses ?? 0);
  const { low, high } = lossInterval(side, { sent, lost }, confidence);
  return low <= side.lossFraction && side.lossFraction <= high ? null : lossLine(losses, side);
}

function lossLine({ sentPackets, randomLosses }: LinkLosses, { lossFraction }: LinkDirection) {
  const share = percent((randomLosses ?? 0) / sentPackets);
  return `${share} of ${packets(sentPackets)} lost at random, configured ${percent(lossFraction)}`;
}

function percent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(2))} %`;
}

function packets(number: number): string {
  return `${count(number)} packets`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
