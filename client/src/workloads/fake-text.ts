import type { CoValueText } from '@holbench/protocol/covalue';

/** Length of a preview in characters: "about 5 KB" of text. */
const PREVIEW_CHARACTERS = 5_000;

/**
 * Makes the texts of CoValues that are about to be created. faker is large and is fetched here,
 * when the first text is wanted, and never by pages that only load.
 * @returns `count` texts, the same for the same `seed`.
 */
export async function fakeTexts(seed: number, count: number): Promise<CoValueText[]> {
  const { faker } = await import('@faker-js/faker/locale/en');
  faker.seed(seed);
  return Array.from({ length: count }, () => ({
    author: faker.person.fullName(),
    title: faker.commerce.productName(),
    summary: faker.lorem.paragraph(),
    preview: preview(() => faker.lorem.paragraph()),
  }));
}

function preview(paragraph: () => string): string {
  let text = paragraph();
  while (text.length < PREVIEW_CHARACTERS) text += ` ${paragraph()}`;
  return text.slice(0, PREVIEW_CHARACTERS);
}
