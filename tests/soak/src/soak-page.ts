import { draw, type Panel } from '@holbench/reports/plots/draw';
import { axisX, axisY } from '@holbench/reports/plots/axes';
import { standalone } from '@holbench/reports/plots/theme';
import { INK } from '@holbench/reports/plots/theme';
import { variant as variantOf } from '@holbench/variants/registry';
import * as Plot from '@observablehq/plot';
import type { SoakResult } from './soak-result.ts';
import { judge, type Measure, MEASURES, slopeText, trendsOf } from './trends.ts';

const TITLES: Readonly<Record<Measure, string>> = {
  memoryMib: 'memory of server and proxy, MiB',
  descriptors: 'open descriptors',
  diskMib: 'uploads on disk, MiB',
  slowestLoadMs: 'slowest load, ms',
};

/** A page of its own: for each variant its verdict, its slopes and its course. */
export function soakPage(results: readonly SoakResult[]): string {
  const sections = results.map((result) => {
    const { verdict, reasons } = judge(result);
    const why = reasons.map((reason) => `<li>${escape(reason)}</li>`).join('');
    return `<section><h2>${result.variant}: ${verdict}</h2><ul>${why}</ul>${picture(result)}${operations(result)}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Soak</title>
<style>body{font-family:system-ui,sans-serif;margin:1rem}section{display:inline-block;vertical-align:top;width:372px;overflow-wrap:anywhere}p{font-size:.8rem}</style>
<h1>Soak: what each server holds over time</h1>
<p>Grey: warm-up. Line: least squares of what follows, with the 95 % interval of its slope per minute.</p>
${sections.join('\n')}</html>\n`;
}

function operations({ operations, eventLoop }: SoakResult): string {
  const done = Object.entries(operations).map(([name, count]) => `${name} ${count}`);
  const loop = eventLoop
    ? `Event loop: busy ${(100 * eventLoop.utilization).toFixed(0)} %, delay p99 ${eventLoop.delayP99Ms.toFixed(1)} ms, at most ${eventLoop.delayMaxMs.toFixed(0)} ms. `
    : '';
  return `<p>${escape(`${loop}Done: ${done.join(', ')}.`)}</p>`;
}

function picture(result: SoakResult): string {
  const panels = MEASURES.map((measure) => panel(result, measure));
  const texts = MEASURES.map((measure) => {
    const line = trendsOf(result.readings).lines[measure];
    return `${TITLES[measure]}: ${line ? `${slopeText(line)} a minute` : 'too few readings'}`;
  });
  const title = `${result.variant} over time`;
  const of = { network: '', topic: 'soak', title, note: '', alt: texts.join('; ') };
  return standalone(draw({ id: ['soak', result.variant], ...of, panels }).svg);
}

function panel({ variant, readings }: SoakResult, measure: Measure): Panel {
  const { warmUpMinutes, lines } = trendsOf(readings);
  const line = lines[measure];
  const end = readings.at(-1)?.atMinutes ?? 1;
  const values = readings.map((reading) => reading[measure] ?? 0);
  const fitted = line
    ? [warmUpMinutes, end].map((at) => ({ at, value: line.intercept + line.slope * at }))
    : [];
  const isLast = measure === MEASURES.at(-1);
  return {
    heading: [TITLES[measure], line ? `${slopeText(line)} a minute` : 'too few readings'],
    height: isLast ? 156 : 130,
    marginTop: 38,
    marginLeft: 42,
    marginRight: 10,
    marginBottom: isLast ? 34 : 8,
    x: { domain: [0, end], ...(isLast ? {} : { axis: null }) },
    y: { domain: [0, Math.max(1, ...values) * 1.05] },
    marks: [
      Plot.rectY([0], {
        x1: 0,
        x2: warmUpMinutes,
        y1: 0,
        y2: Math.max(1, ...values) * 1.05,
        fill: INK,
        fillOpacity: 0.07,
      }),
      ...axisY(3),
      ...(isLast ? axisX(6, 'minutes') : []),
      Plot.line(readings, {
        x: 'atMinutes',
        y: measure,
        stroke: variantOf(variant).colour,
        strokeWidth: 1,
      }),
      Plot.line(fitted, { x: 'at', y: 'value', stroke: INK, strokeWidth: 1.5 }),
    ],
  };
}

function escape(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
