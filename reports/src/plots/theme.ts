/**
 * Colours that differ between light and dark. In the page they are its CSS variables of these
 * names; a file of its own has the light ones, and a style for readers who prefer dark.
 */
export const THEME = {
  ink: { light: '#1b1f24', dark: '#e6e9ed' },
  muted: { light: '#5a636d', dark: '#a2abb5' },
  paper: { light: '#ffffff', dark: '#14171b' },
  line: { light: '#d5dae0', dark: '#373e47' },
  bad: { light: '#a4161a', dark: '#ff8f8f' },
} as const;

export const INK = 'var(--ink)';
export const MUTED = 'var(--muted)';
export const PAPER = 'var(--paper)';
export const LINE = 'var(--line)';
export const BAD = 'var(--bad)';

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
