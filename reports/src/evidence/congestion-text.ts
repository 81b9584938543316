import { congestionControlOf } from '@holbench/factors/congestion-control';
import type { Cell } from '@holbench/results/cell';
import { isOverQuic, PROTOCOL_NAMES } from '@holbench/variants/protocols';
import { VARIANTS } from '@holbench/variants/registry';

/** Of the cells of one run, what their links have, whatever the host itself uses. */
export function congestionText(cells: readonly Cell[]): string {
  const tcp = valuesText(cells, ({ factors }) => factors.congestionControl);
  const overQuic = VARIANTS.flatMap((variant) => {
    const own = cells.filter((cell) => cell.variant === variant.id);
    return isOverQuic(variant.protocol) && own.length > 0 ? [{ variant, own }] : [];
  });
  const text = `TCP on both sides of a link: ${tcp}`;
  if (overQuic.length === 0) return text;
  const names = new Set(overQuic.map(({ variant }) => PROTOCOL_NAMES[variant.protocol]));
  const downloads = overQuic.map(
    ({ variant, own }) =>
      `${variant.id} ${valuesText(own, ({ factors }) => congestionControlOf(variant, factors))}`,
  );
  const uploads = valuesText(
    overQuic.flatMap(({ own }) => own),
    ({ factors: { quicCongestionControl: chosen } }) =>
      chosen === 'own' ? 'Chromium’s own' : chosen,
  );
  return `${text}; ${[...names].join(', ')}: ${downloads.join(', ')} for downloads, ${uploads} for uploads`;
}

/** `cubic (in arms: reno)`: of the cells with the run's own factors, then what others have. */
function valuesText(cells: readonly Cell[], valueOf: (cell: Cell) => string): string {
  const valuesOf = (some: readonly Cell[]) => new Set(some.map(valueOf));
  const own = valuesOf(cells.filter(({ arm }) => arm === ''));
  const others = [...valuesOf(cells)].filter((each) => !own.has(each)).join(', ');
  if (own.size === 0) return others;
  return `${[...own].join(', ')}${others === '' ? '' : ` (in arms: ${others})`}`;
}
