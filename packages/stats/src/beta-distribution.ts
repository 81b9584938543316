/**
 * The t that Student's distribution of so many degrees of freedom exceeds, on either side, with a probability of
 * 1 − `level`: its tails are I_x(ν/2, ½) at x = ν / (ν + t²) (NIST DLMF 8.17, Abramowitz and Stegun 26.7.1).
 * @param level between 0 and 1, e.g. 0.95.
 * @param degrees above 0, whole or not.
 */
export function studentQuantile(level: number, degrees: number): number {
  const x = betaQuantile(1 - level, degrees / 2, 1 / 2);
  return Math.sqrt((degrees * (1 - x)) / x);
}

/** The x at which the distribution function of Beta(a, b) is `p`, by bisection. */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    // No number is left between the two.
    if (middle <= low || middle >= high) return middle;
    if (betaDistribution(middle, a, b) < p) low = middle;
    else high = middle;
  }
}

/** The regularised incomplete beta function I_x(a, b), NIST DLMF 8.17.2. */
function betaDistribution(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return Math.min(1, Math.max(0, x));
  // The fraction converges fast on this side of the mean; on the other DLMF 8.17.4 mirrors it.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaDistribution(1 - x, b, a);
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta) / a;
  return front * betaFraction(x, a, b);
}

const RELATIVE_ERROR = 1e-15;
const MAX_TERMS = 10_000;

/** The continued fraction of DLMF 8.17.22, evaluated from its top by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let numerator = 1;
  let denominator = 1 / (1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let m = 1; m < MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      denominator = 1 / (1 + term * denominator);
      numerator = 1 + term / numerator;
      value *= denominator * numerator;
    }
    if (Math.abs(denominator * numerator - 1) < RELATIVE_ERROR) break;
  }
  return value;
}

/** From here on Stirling's series has all digits of a double with the terms below. */
const STIRLING_FROM = 10;

/** ln Γ(z) for z > 0: Stirling's series, DLMF 5.11.1, after the recurrence Γ(z + 1) = z Γ(z). */
function logGamma(z: number): number {
  if (z < STIRLING_FROM) return logGamma(z + 1) - Math.log(z);
  const s = 1 / (z * z);
  const series =
    1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - (s * 691) / 360_360))));
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series / z;
}
