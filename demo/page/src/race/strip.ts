import uPlot from 'uplot';
import type { RaceLane } from '../../../src/race/race.ts';
import { type LaneMoment, movedUntil } from './lane-at.ts';

/** Of a strip, in CSS pixels. */
const HEIGHT = 150;
/** A message that is given up is shown, in ms. */
const MOST_MS = 25_000;
const WAIT_MARKS = [1, 10, 100, 1_000, 10_000];
/** Share of the height that the goodput has, at the foot. */
const GOODPUT_SHARE = 0.25;

/** What all lanes of a race share. Some of it grows while a live race goes on. */
export interface RaceScale {
  readonly aloneMs: number;
  /** End of the axis of time. */
  readonly endMs: number;
  /** Goodput at the top of its share, in Mbit/s. */
  fullMbps: number;
  /** Shortest wait that is shown, in ms. */
  leastMs: number;
}

/** Waits of the messages of one lane over time, with the goodput of the transfer at the foot. */
export class Strip {
  readonly element: HTMLElement;
  readonly #lane: RaceLane;
  readonly #scale: RaceScale;
  readonly #plot: uPlot;
  readonly #resized: ResizeObserver;
  #atMs = 0;
  #leastMs: number;

  constructor(parent: HTMLElement, lane: RaceLane, scale: RaceScale) {
    this.element = parent;
    this.#lane = lane;
    this.#scale = scale;
    this.#leastMs = scale.leastMs;
    this.#plot = new uPlot(this.#plotOptions(), [[], [], []], parent);
    this.#resized = new ResizeObserver(() =>
      this.#plot.setSize({ width: parent.clientWidth, height: HEIGHT }),
    );
    this.#resized.observe(parent);
  }

  show({ sent }: LaneMoment, atMs: number): void {
    this.#atMs = atMs;
    this.#plot.setData(
      [
        sent.map(({ sentMs }) => sentMs / 1_000),
        sent.map(({ waitMs, answered }) => (answered ? waitMs : null)),
        sent.map(({ waitMs, answered }) => (answered ? null : waitMs)),
      ],
      // Its ranges do not depend on the data.
      false,
    );
    const { leastMs } = this.#scale;
    if (leastMs !== this.#leastMs) {
      this.#leastMs = leastMs;
      this.#plot.setScale('wait', { min: leastMs, max: MOST_MS });
    }
    this.#plot.redraw();
  }

  close(): void {
    this.#resized.disconnect();
    this.#plot.destroy();
  }

  #plotOptions(): uPlot.Options {
    const { endMs } = this.#scale;
    const axis = {
      stroke: () => colourOf(this.element, '--muted'),
      font: '12px system-ui',
      ticks: { show: false },
    } satisfies uPlot.Axis;
    const grid = { stroke: () => colourOf(this.element, '--line'), width: 1 };
    const points = (colour: () => string, isFilled: boolean): uPlot.Series => ({
      paths: () => null,
      scale: 'wait',
      points: {
        show: true,
        size: 5,
        width: 1.5,
        stroke: colour,
        fill: isFilled ? colour : () => colourOf(this.element, '--card'),
      },
    });
    return {
      width: Math.max(1, this.element.clientWidth),
      height: HEIGHT,
      // Captions stand in the page, where a screen reader finds them.
      legend: { show: false },
      cursor: { show: false },
      padding: [6, 8, 0, 0],
      scales: {
        x: { time: false, range: [0, endMs / 1_000] },
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- Logarithmic: the enum is in uPlot's types alone
        wait: { distr: 3, range: () => [this.#scale.leastMs, MOST_MS] },
      },
      axes: [
        { ...axis, grid: { show: false }, size: 22, values: (_, at) => at.map((s) => `${s} s`) },
        {
          ...axis,
          scale: 'wait',
          grid,
          size: 48,
          splits: () => WAIT_MARKS.filter((ms) => ms >= this.#scale.leastMs),
          // uPlot leaves out marks that have no room.
          values: (_, at: (number | null)[]) =>
            at.map((ms) => (ms === null ? '' : ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`)),
        },
      ],
      series: [
        {},
        points(() => colourOf(this.element, '--variant-ink'), true),
        points(() => colourOf(this.element, '--bad'), false),
      ],
      hooks: { drawAxes: [(plot) => this.#drawGoodput(plot)] },
    };
  }

  /** Below the messages: what the transfer moved in each bin until now, and where it began. */
  #drawGoodput(plot: uPlot): void {
    const { fullMbps } = this.#scale;
    const besideMs = this.#lane.besideMs ?? this.#scale.aloneMs;
    const { ctx, bbox } = plot;
    const foot = bbox.top + bbox.height;
    const x = (ms: number) => plot.valToPos(ms / 1_000, 'x', true);
    ctx.save();
    const muted = colourOf(this.element, '--muted');
    ctx.font = `${12 * devicePixelRatio}px system-ui`;
    ctx.fillStyle = muted;
    ctx.textAlign = 'left';
    ctx.fillText(
      'transfer begins',
      x(besideMs) + 4 * devicePixelRatio,
      bbox.top + 10 * devicePixelRatio,
    );
    ctx.strokeStyle = muted;
    ctx.setLineDash([4, 4]);
    ctx.beginPath();
    ctx.moveTo(x(besideMs), bbox.top);
    ctx.lineTo(x(besideMs), foot);
    ctx.stroke();
    const { fromMs, binMs, bytes } = movedUntil(this.#lane, this.#atMs);
    ctx.fillStyle = colourOf(this.element, '--goodput');
    for (const [bin, each] of bytes.entries()) {
      const share = Math.min(1, (8 * each) / binMs / 1_000 / fullMbps);
      const height = share * GOODPUT_SHARE * bbox.height;
      const left = x(fromMs + bin * binMs);
      ctx.fillRect(left, foot - height, x(fromMs + (bin + 1) * binMs) - left, height);
    }
    ctx.restore();
  }
}

function colourOf(element: Element, variable: string): string {
  return getComputedStyle(element).getPropertyValue(variable);
}
