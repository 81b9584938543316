/** Bytes from the first to before the last. */
interface Piece {
  readonly from: number;
  readonly to: number;
}

/** Bytes of a stream that have come, in pieces that may overlap and be out of order. */
export class Covered {
  /** Apart, in order. */
  #pieces: Piece[] = [];

  /** @returns what of it had not come before. */
  add(piece: Piece): Piece[] {
    const fresh = this.#missing(piece);
    if (fresh.length === 0) return [];
    const touching = this.#pieces.filter(({ from, to }) => from <= piece.to && to >= piece.from);
    const merged = {
      from: Math.min(piece.from, ...touching.map(({ from }) => from)),
      to: Math.max(piece.to, ...touching.map(({ to }) => to)),
    };
    const before = this.#pieces.filter(({ to }) => to < piece.from);
    const after = this.#pieces.filter(({ from }) => from > piece.to);
    this.#pieces = [...before, merged, ...after];
    return fresh;
  }

  /** What of it has come. */
  common({ from, to }: Piece): Piece[] {
    return this.#pieces
      .map((piece) => ({ from: Math.max(from, piece.from), to: Math.min(to, piece.to) }))
      .filter((piece) => piece.from < piece.to);
  }

  /** How many bytes from the first on have come without a gap. */
  get inOrder(): number {
    const [first] = this.#pieces;
    return first?.from === 0 ? first.to : 0;
  }

  #missing({ from, to }: Piece): Piece[] {
    const missing: Piece[] = [];
    let next = from;
    for (const piece of this.#pieces) {
      if (piece.to <= next) continue;
      if (piece.from >= to) break;
      if (piece.from > next) missing.push({ from: next, to: piece.from });
      next = Math.max(next, piece.to);
    }
    if (next < to) missing.push({ from: next, to });
    return missing;
  }
}
