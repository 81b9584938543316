/**
 * Text as part of an anchor or a file name, different for different texts. What a link, a file
 * system or LaTeX may not take is written as its code: `reference-4g+loss=1%` → `reference-4g+loss=1_pct`,
 * `a b` → `a_20_b`.
 */
export function idText(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.=+-]/gu, (character) =>
    character === '%' ? '_pct' : `_${character.codePointAt(0)?.toString(16)}_`,
  );
}
