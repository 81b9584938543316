import { KNOWN_VARIANTS, type Variant } from '@holbench/variants/registry';
import { plural } from '../document/format.ts';
import { tunedArm } from '../figures/arm-settings.ts';
import type { Figure } from '../figures/figure.ts';
import { armKey } from '../figures/selections.ts';
import type { ReportData } from '../runs/report-data.ts';

/** What is drawn of one variant and arm of a sweep: '' is the run's own factors. */
export interface OfArm {
  readonly variant: Variant;
  readonly arm: string;
  /** Whether it is the arm that is printed as *tuned*. */
  readonly isTuned?: boolean;
}

export interface ArmFigures extends OfArm {
  readonly figures: readonly Figure[];
}

/** Variants in the order of the registry, each with its arms in that of the figures. */
export function byArm(figures: readonly Figure[]): ArmFigures[] {
  return [...Map.groupBy(figures, armKey).values()]
    .flatMap((own) => own.slice(0, 1).map(({ variant, arm }) => ({ variant, arm, figures: own })))
    .toSorted((a, b) => KNOWN_VARIANTS.indexOf(a.variant) - KNOWN_VARIANTS.indexOf(b.variant));
}

/** Of each variant the run's own factors, or its first arm, and the tuned one. */
export function mainArms<Each extends OfArm>(arms: readonly Each[]): Each[] {
  const byVariant = [...Map.groupBy(arms, ({ variant }) => variant).values()];
  return byVariant.flatMap((own) => own.filter(({ isTuned }, index) => index === 0 || isTuned));
}

/** Some of what there is to draw, in one picture. */
export interface PicturePart<Each> {
  /** Id of the variant whose arms it shows; '' for the picture of all variants. */
  readonly of: string;
  readonly shown: readonly Each[];
  /** Where the rest is, as a sentence after the note; '' where this is all. */
  readonly rest: string;
}

/** A picture with more variants and arms than that cannot be taken in. */
export const MOST_TOGETHER = 12;

/** All in one picture where they are few. Else the main arms, and a picture of its own for each variant that has more. */
export function byPicture<Each extends OfArm>(all: readonly Each[]): PicturePart<Each>[] {
  if (all.length === 0) return [];
  if (all.length <= MOST_TOGETHER) return [{ of: '', shown: all, rest: '' }];
  const main = mainArms(all);
  const variants = [...Map.groupBy(all, ({ variant }) => variant.id)];
  const swept = variants.filter(([, arms]) => arms.some((each) => !main.includes(each)));
  const names = swept.map(([id]) => id).join(', ');
  const left = plural(all.length - main.length, 'other arm');
  return [
    {
      of: '',
      shown: main,
      rest: swept.length === 0 ? '' : ` Other plots show the ${left} of ${names}.`,
    },
    ...swept.map(([id, arms]) => ({
      of: id,
      shown: arms.slice(0, MOST_TOGETHER),
      rest: leftToTables(arms.length - MOST_TOGETHER),
    })),
  ];
}

/** What no picture shows. */
export function leftToTables(arms: number): string {
  return arms <= 0 ? '' : ` Not drawn: ${plural(arms, 'more arm')}, which the table has.`;
}

/** For descriptions: `node-http2`, `node-http2 (http2-write=16k)`. */
export function armText({ variant: { id }, arm }: OfArm): string {
  return arm === '' ? id : `${id} (${arm})`;
}

/** Whether it is the arm that is printed as *tuned*. @param figures of its place. */
export function isTunedArm(
  { variant, arm }: OfArm,
  data: ReportData,
  figures: readonly Figure[],
): boolean {
  const own = figures.filter((figure) => figure.variant === variant);
  return arm !== '' && arm === tunedArm(data, own);
}
