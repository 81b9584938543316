import type { Cell, LinkLosses } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import { formatAsGiven } from '../document/format.ts';

/**
 * What became of the packets of a cell's link, a text for each connection, or for the cell: `connection 0: down 5,321
 * sent, 27 lost at random, 400 dropped by the queue; up …`. Empty where they were not counted.
 */
export function linkPackets(
  { link: ofCell }: Pick<Cell, 'link'>,
  connections: readonly Connection[] = [],
): string[] {
  const parts = connections.map(({ connection, transfer: { link } }) => ({
    of: `connection ${connection}: `,
    link,
  }));
  return [...parts, { of: '', link: ofCell }].flatMap(({ of, link }) =>
    link ? [`${of}down ${fatesText(link.down)}; up ${fatesText(link.up)}`] : [],
  );
}

/** `5,321 sent, 27 lost at random`, in one direction. */
export function fatesText({ sentPackets, receivedPackets, ...lost }: LinkLosses): string {
  const { randomLosses, queueDrops } = lost;
  const fates =
    randomLosses === null || queueDrops === null
      ? [[sentPackets - receivedPackets, 'lost or dropped'] as const]
      : ([
          [randomLosses, 'lost at random'],
          [queueDrops, 'dropped by the queue'],
        ] as const);
  const told = [[sentPackets, 'sent'] as const, ...fates.filter(([number]) => number > 0)];
  return told.map(([number, what]) => `${formatAsGiven(number)} ${what}`).join(', ');
}
