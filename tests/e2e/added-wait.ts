/** Seconds of what a lane of the demo says: `+928 ms`, `≥ +4.20 s`; NaN of anything else. */
export function addedSeconds(text: string | null): number {
  const [, sign, number, unit] = /([+−])([\d.]+) (m?s)\b/.exec(text ?? '') ?? [];
  return (sign === '−' ? -1 : 1) * Number(number) * (unit === 'ms' ? 0.001 : 1);
}
