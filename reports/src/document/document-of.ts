import { countsLine, summaryLine, warningsOf } from '../evidence/run-facts.ts';
import type { Report, SectionOf } from '../report.ts';
import type { Block, Section } from './block.ts';
import type { Document } from './document.ts';
import { answerSection } from './sections/answer.ts';
import { cellsSection } from './sections/cells.ts';
import { comparedSection } from './sections/compared.ts';
import { conditionsSection } from './sections/conditions.ts';
import { excludedCellsSection } from './sections/excluded-cells.ts';
import { factorsSection } from './sections/factors.ts';
import { feasibilitySection } from './sections/feasibility.ts';
import { formulasSection } from './sections/formulas.ts';
import { historySection } from './sections/history.ts';
import { LAYERS, layersSection } from './sections/layers.ts';
import { networksSection } from './sections/networks.ts';
import { notRunSection } from './sections/not-run.ts';
import { protocolProofSection } from './sections/protocol-proof.ts';
import { referenceSection } from './sections/reference.ts';
import { resourcesSection } from './sections/resources.ts';
import { stacksSection } from './sections/stacks.ts';
import { topicSections } from './sections/topics.ts';
import { waitSection } from './sections/wait.ts';

/** After the first screen, in the order in which a reader decides with them: above what else was measured. */
const FIRST: readonly SectionOf[] = [
  comparedSection,
  conditionsSection,
  layersSection,
  waitSection,
];

/** Below it: what it says of settings, and the evidence. */
const LAST: readonly SectionOf[] = [
  factorsSection,
  protocolProofSection,
  excludedCellsSection,
  networksSection,
  resourcesSection,
  feasibilitySection,
  stacksSection,
  notRunSection,
  cellsSection,
];

/** What was published before, and how figures are made. */
const APPENDIX: readonly SectionOf[] = [referenceSection, formulasSection];

/** Everything that a report says, as blocks. */
export function documentOf(report: Report): Document {
  const { data, plots } = report;
  const sections = (of: readonly SectionOf[]) => of.flatMap((section) => section(report) ?? []);
  // Who compares versions has asked for that first.
  const leading = [historySection, answerSection].flatMap((section) => section(report) ?? []);
  const own = [...sections(FIRST), ...topicSections(report), ...sections(LAST)];
  const appendix: Section = {
    id: 'appendix',
    title: 'Appendix',
    blocks: sections(APPENDIX).map((section) => ({ block: 'section', section })),
  };
  const layers = own.find(({ id }) => id === LAYERS);
  const counts: Block = {
    block: 'prose',
    text: [{ text: countsLine(data), style: 'strong' }, ` ${summaryLine(data)}.`],
  };
  const links: Block = {
    block: 'prose',
    text: [
      { text: 'All conditions', anchor: 'conditions' },
      ...(layers === undefined ? [] : [' · ', { text: layers.title, anchor: layers.id }]),
    ],
  };
  return {
    title: `holbench report ${data.runs.join(', ')}`,
    question:
      'How long does a small message wait while a big transfer is under way, over WebSocket, HTTP/1.1, HTTP/2 and HTTP/3?',
    warnings: warningsOf(data).map((text) => `Warning: ${text}`),
    lead: [...leading.map((section) => ({ block: 'section' as const, section })), counts, links],
    sections: [...own, appendix],
    plots,
    cells: data.cells,
  };
}
