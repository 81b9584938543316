import type { Variant } from '@holbench/variants/registry';
import { plural } from '../model/format.ts';

/** What is drawn of one arm of a sweep: '' is the run's own settings. */
export interface OfArm {
  readonly variant: Variant;
  readonly arm: string;
  /** As in the tables: `A3 node-http2, http2-write=16k`. */
  readonly header: string;
}

/** Some of what there is to draw, in one picture. */
export interface PicturePart<Each> {
  /** Whose arms it shows; null for the picture of all variants. */
  readonly variant: Variant | null;
  readonly shown: readonly Each[];
  /** Where the rest is, as a sentence after the note; '' where this is all. */
  readonly rest: string;
}

/** A picture with more variants and arms than that cannot be taken in. */
export const MOST_TOGETHER = 12;

/**
 * All in one picture where they are few. Else each variant once there, with the run's own settings
 * (or its first arm), and a picture of its own for each variant that has more.
 */
export function byPicture<Each extends OfArm>(all: readonly Each[]): PicturePart<Each>[] {
  if (all.length <= MOST_TOGETHER) return [{ variant: null, shown: all, rest: '' }];
  const variants = [...Map.groupBy(all, ({ variant }) => variant)];
  const swept = variants.filter(([, arms]) => arms.length > 1);
  const once = variants.flatMap(([, arms]) => arms.slice(0, 1));
  const left = all.length - once.length;
  return [
    {
      variant: null,
      shown: once,
      rest:
        left === 0
          ? ''
          : ` ${plural(left, 'arm')} of the sweep: in plots of their own, one for each of ${swept.map(([{ id }]) => id).join(', ')}.`,
    },
    ...swept.map(([variant, arms]) => ({
      variant,
      shown: arms.slice(0, MOST_TOGETHER),
      rest: leftToTables(arms.length - MOST_TOGETHER),
    })),
  ];
}

/** What no picture shows. */
export function leftToTables(arms: number): string {
  return arms <= 0 ? '' : ` Left out here: ${plural(arms, 'more arm')}, which the table has.`;
}

/** For descriptions: `node-http2`, `node-http2 (http2-write=16k)`. */
export function armText({ variant: { id }, arm }: Pick<OfArm, 'variant' | 'arm'>): string {
  return arm === '' ? id : `${id} (${arm})`;
}
