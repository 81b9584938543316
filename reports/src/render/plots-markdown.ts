import type { Plot } from '../plots/plot.ts';
import { codeSpan, escape } from './markdown-text.ts';

/** Pictures side by side, each with its numbers in words for those who do not see it. */
export function pictureLines(plots: readonly Plot[]): string[] {
  if (plots.length === 0) return [];
  return [...plots.map((plot) => `![${escape(`${plot.title}. ${plot.alt}`)}](${file(plot)})`), ''];
}

/** The plots of one network as a list of links. */
export function plotLines(network: string, plots: readonly Plot[]): string[] {
  const own = plots.filter((plot) => plot.network === network);
  if (own.length === 0) return [];
  return [
    `## Plots (network ${codeSpan(network)})`,
    '',
    ...own.map((plot) => `- [${escape(plot.title)}](${file(plot)})`),
    '',
  ];
}

function file({ id }: Plot): string {
  return encodeURI(`plots/${id}.svg`);
}
