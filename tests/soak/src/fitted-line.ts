/** A straight line through points, by ordinary least squares. */
export interface FittedLine {
  readonly slope: number;
  /** Of the line where x is 0. */
  readonly intercept: number;
  /** Half of the slope's 95 % interval. */
  readonly slopeError: number;
}

/** 97.5 % of the normal distribution. */
const Z = 1.959964;

/**
 * The line y = intercept + slope · x with the least squares of its residuals, and the interval of its slope by
 * Student's t (Draper and Smith, "Applied Regression Analysis", 3rd ed., §1.4). The interval holds where
 * residuals are independent: give means of long enough times.
 * @returns null for fewer than three points, or all at one x.
 */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): FittedLine | null {
  const n = points.length;
  if (n < 3) return null;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const squares = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (squares === 0) return null;
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / squares;
  const intercept = meanY - slope * meanX;
  const residuals = points.reduce((sum, [x, y]) => sum + (y - intercept - slope * x) ** 2, 0);
  return { slope, intercept, slopeError: t975(n - 2) * Math.sqrt(residuals / (n - 2) / squares) };
}

/** 97.5 % of Student's t, within 1 % from 3 degrees of freedom on (Abramowitz and Stegun, 26.7.5, four terms). */
function t975(freedom: number): number {
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
  ];
  if (freedom === 1) return 12.706;
  if (freedom === 2) return 4.303;
  return Z + terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), 0);
}
