/** Plays what happened: its time goes on with the page's frames, at a chosen speed, and stops at the end. */
export class Clock {
  readonly #onTick: (atMs: number) => void;
  readonly #endMs: number;
  #atMs = 0;
  #speed = 1;
  /** Time of the last frame; null: it stands. */
  #lastMs: number | null = null;

  constructor(endMs: number, onTick: (atMs: number) => void) {
    this.#endMs = endMs;
    this.#onTick = onTick;
  }

  get atMs(): number {
    return this.#atMs;
  }

  get playing(): boolean {
    return this.#lastMs !== null;
  }

  set speed(speed: number) {
    this.#speed = speed;
  }

  /** From the beginning, if it stands at the end. */
  play(): void {
    if (this.playing) return;
    if (this.#atMs >= this.#endMs) this.#atMs = 0;
    this.#lastMs = performance.now();
    requestAnimationFrame(() => this.#frame());
  }

  pause(): void {
    this.#lastMs = null;
    this.#onTick(this.#atMs);
  }

  seek(atMs: number): void {
    this.#atMs = Math.min(this.#endMs, Math.max(0, atMs));
    this.#onTick(this.#atMs);
  }

  #frame(): void {
    if (this.#lastMs === null) return;
    const nowMs = performance.now();
    const atMs = this.#atMs + this.#speed * (nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    if (atMs >= this.#endMs) this.#lastMs = null;
    this.seek(atMs);
    if (this.playing) requestAnimationFrame(() => this.#frame());
  }
}
