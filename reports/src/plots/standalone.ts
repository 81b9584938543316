import { THEME } from './theme.ts';

/**
 * A file of its own of a plot's `svg`: light colours as plain attributes, which every viewer and
 * converter understands, and a style that exchanges them where dark is preferred.
 */
export function standalone(svg: string): string {
  const roles = Object.entries(THEME);
  const dark = roles.flatMap(([, { light, dark: instead }]) => [
    `[fill="${light}"]{fill:${instead}}`,
    `[stroke="${light}"]{stroke:${instead}}`,
  ]);
  const style = `<style>@media (prefers-color-scheme: dark){${dark.join('')}}</style>`;
  const paper = `<rect width="100%" height="100%" fill="${THEME.paper.light}"/>`;
  const coloured = roles.reduce(
    (text, [role, { light }]) => text.replaceAll(`var(--${role})`, light),
    svg,
  );
  return `${coloured.replace('</desc>', `</desc>${style}${paper}`)}\n`;
}
