import { Faker, en } from '@faker-js/faker';
import type { CoValueText } from '@holbench/protocol/covalue';

/** The text of CoValue `seed`: the same for the same seed, with a preview of about 5 KB. */
export function fakeText(seed: number): CoValueText {
  const faker = new Faker({ locale: en, seed });
  return {
    author: faker.person.fullName(),
    title: faker.lorem.sentence(),
    summary: faker.lorem.sentences(3),
    preview: faker.lorem.paragraphs(40, '\n').slice(0, 5_000),
  };
}
