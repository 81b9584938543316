import { element } from '@holbench/client/page/element';
import { PART_NAMES } from '@holbench/reports/document/part-text';
import { PART_LOOKS } from '@holbench/reports/plots/part-looks';
import { PARTS, type WaitPart } from '@holbench/wait/parts';
import { formatWait } from '../format-wait.ts';
import type { LanePart } from './lane-at.ts';

/** A bar of the parts of a wait, in the order of a message’s way. */
export class PartsBar {
  readonly element = element('div', { class: 'parts', role: 'img', 'aria-label': '' });
  readonly #pieces = new Map<WaitPart, HTMLElement>();

  /** @param fullMs of a bar as wide as its place. */
  show(parts: readonly LanePart[], fullMs: number): void {
    const shown = new Map(parts.map(({ part, ms }) => [part, ms]));
    for (const [part, piece] of this.#pieces) piece.hidden = !shown.has(part);
    for (const { part, ms } of parts) {
      const piece = this.#pieceOf(part);
      piece.style.width = `${(100 * ms) / fullMs}%`;
      piece.title = `${PART_NAMES[part]} ${formatWait(ms)}`;
    }
    this.element.ariaLabel =
      parts.length === 0
        ? ''
        : `Where messages waited: ${parts.map(({ part, ms }) => `${PART_NAMES[part]} ${formatWait(ms)}`).join(', ')}`;
  }

  #pieceOf(part: WaitPart): HTMLElement {
    const known = this.#pieces.get(part);
    if (known !== undefined) return known;
    const piece = element('span', { class: 'part' }, PART_LOOKS[part].sign);
    piece.style.background = PART_LOOKS[part].fill;
    piece.style.order = String(PARTS.indexOf(part));
    this.#pieces.set(part, piece);
    this.element.append(piece);
    return piece;
  }
}

/** What the colours and letters of the bars mean. */
export function partsLegend(parts: readonly WaitPart[]): HTMLElement[] {
  const about = 'Bars: where the last messages waited, in the mean; all to one scale of their own.';
  const signs = parts.map((part) => {
    const sign = element('span', { class: 'part' }, PART_LOOKS[part].sign);
    sign.style.background = PART_LOOKS[part].fill;
    return element('span', {}, sign, ` ${PART_NAMES[part]}`);
  });
  return [element('span', {}, about), ...signs];
}
