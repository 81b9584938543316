import { CAUTION_MARK, cautionedText } from '../figures/cautions.ts';
import { limitText, withUnit } from '../document/figure-text.ts';
import { formatShare } from '../document/format.ts';
import type { Figure } from '../figures/figure.ts';
import { armText, type OfArm } from './arms.ts';

/** A figure of a picture. */
export interface Row {
  /** What it is; '' where each variant has one. */
  readonly label: string;
  readonly figure: Figure;
}

/** Rows in words, by variant and arm. */
export function rowsText(groups: readonly (OfArm & { readonly rows: readonly Row[] })[]): string {
  const texts = groups.map(({ rows, ...of }) => {
    const figures = rows.map(({ label, figure }) => {
      const { value, failed, n, ranked, survivors, why } = figure;
      const cautions = cautionedText(figure);
      const remarks = [
        ...(survivors ? [why] : failed === 0 ? [] : [`${formatShare(failed, n)} unanswered`]),
        ...(ranked ? [] : [`${limitText(figure)}: not ranked`]),
        ...(cautions === '' ? [] : [`${CAUTION_MARK} ${cautions}`]),
      ];
      const number = value === null ? 'no median' : withUnit(figure);
      return `${label} ${number}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`.trim();
    });
    return `${armText(of)}: ${figures.join(', ')}`;
  });
  return `${texts.join('. ')}.`;
}
