import { standalone } from '../plots/theme.ts';
import type { Block } from '../document/block.ts';
import { frontPage } from '../render/markdown.ts';
import type { Published } from './published.ts';

/** Sections of a report that belong to its first screen, for readers who install nothing. */
const SECTIONS = ['conditions', 'excluded-cells'];

/**
 * What a published run says, as Markdown beside its data: the first screen, its pictures, its
 * conditions, and what does not count.
 * @returns files by their names in the run's folder.
 */
export function runPage({ name, document }: Published): Map<string, string> {
  const shown = {
    ...document,
    title: name,
    question: `Made from the files beside it by pnpm run docs. The whole report: pnpm report ${name} --out FOLDER.`,
    lead: document.lead.filter((block) => !isOfLinks(block)),
    sections: document.sections.filter(({ id }) => SECTIONS.includes(id)).map(withoutDetails),
  };
  const text = frontPage(shown);
  const pictures = document.plots.filter(({ id }) => text.includes(`](${encodeURI(id)}.svg)`));
  return new Map([
    ['README.md', text],
    ...pictures.map(({ id, svg }) => [`${id}.svg`, standalone(svg)] as const),
  ]);
}

/** Markdown has no links to the sections of a page. */
function isOfLinks(block: Block): boolean {
  return (
    block.block === 'prose' &&
    block.text.every((part) => (typeof part === 'string' ? part === ' · ' : 'anchor' in part))
  );
}

/** Long lists of what counts anyway stay in the report. */
function withoutDetails<S extends { readonly blocks: readonly Block[] }>(section: S): S {
  return { ...section, blocks: section.blocks.filter(({ block }) => block !== 'details') };
}
