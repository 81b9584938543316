import { variant } from '@holbench/variants/registry';

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

type Role = keyof typeof THEME;

/** How a plot names a colour of the theme. */
const variable = (role: Role) => `var(--${role})`;

export const INK = variable('ink');
export const MUTED = variable('muted');
export const PAPER = variable('paper');
export const LINE = variable('line');
export const BAD = variable('bad');

/** The one colour of a variant in every plot, light and dark. */
export function colourOf(id: string): string {
  return variant(id).colour;
}

/** Width of every plot, in CSS pixels: that of a phone, so that text stays readable there. */
export const WIDTH = 360;
