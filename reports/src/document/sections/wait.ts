import type { Place } from '../../figures/figure.ts';
import type { Report, SectionOf } from '../../report.ts';
import { besideSections, plotsBlock } from '../../tables/place-blocks.ts';
import { inTheWayTable, partsTable, settingsTable } from '../../tables/wait-tables.ts';
import { nameOf } from '../../verdicts/sentences.ts';
import { WAIT } from '../anchors.ts';
import type { Block, Sentence } from '../block.ts';
import { plural } from '../format.ts';

const ABOUT =
  'Captures at both ends of the link show the path of each small message. The sender’s socket and the server’s time stamps show the rest. The path was cut into parts that add up to the wait. Method: docs/reference/parts-of-a-wait.md.';

/** Which messages. */
const WHICH =
  'Of fresh connections. Alone: before its transfer. During: in the first seconds of its transfer. A figure is the mean over connections of the mean of all messages of each: so parts add up to the wait, which is more than the average of median waits. A mean has no interval, and one slow connection moves it.';

/** How to read all tables and pictures of the section. */
const READING = [
  'Retransmission: the message waited until a lost packet, its own or one before it, was sent again and had arrived.',
  'Application and send buffer: the sender had to send the bytes before it first. It sends slowly after a loss, so losses make these parts longer, too: what they would be without is in rows of networks without losses. Sender: both together, where the kernel does not tell them apart, as with QUIC. Queue: the wait in the link, and its jitter.',
  'Request (of an upload: answer) and empty link take their time without a transfer, too.',
  'Changes by settings, baseline → setting, are means over the connections that both have. The baseline has the run’s own factors. Where too many messages of it were given up, there are no parts: the wait is the average of the median waits. Verdicts are about the interval of the difference. It lies beyond the tolerance, 5 % of the baseline’s part and at least 1 ms (less, more); inside it (equivalent); else undecided. Parts of less than 5 % of the wait have none. Each verdict stands alone: of thirty about one is wrong by chance. A part that is taken away may come back as another one: the wait says what is left.',
  'In the way: medians over the messages of a connection, in the direction of the transfer, when the server had the answer (of an upload: when the request was made). 1 kB is 1000 bytes. –: unknown, as with QUIC, whose packets do not wait in a socket.',
  'Spared by streams: how much later all that was sent before the message had arrived. TCP makes a message wait for that, HTTP/3 does not.',
];

/** Share of the answered messages of a variant and arm whose paths are to be complete. */
const LEAST_COMPLETE = 0.9;

/** The parts of the wait, what was in the way, and what takes parts away; of cells that recorded paths. */
export const waitSection: SectionOf = (report) => {
  const blocks = besideSections(report, 'wait', (place) => placeBlocks(report, place));
  if (blocks.length === 0) return null;
  return {
    id: WAIT,
    title: 'Where the message waited',
    blocks: [
      { block: 'prose', text: [ABOUT] },
      { block: 'list', items: [WHICH, ...READING].map((text) => [text]), role: 'note' },
      ...blocks,
    ],
  };
};

function placeBlocks(report: Report, place: Place): Block[] {
  const { network, scenario } = place;
  const all = [partsTable, settingsTable, inTheWayTable].map((table) => table(report, place));
  const tables = all.filter(({ rows }) => rows.length > 0);
  const pictures = plotsBlock(report.plots, network, [`${scenario}-wait`]);
  if (tables.length === 0 && pictures.length === 0) return [];
  return [...tables, ...pictures, ...recorderBlocks(report, place)];
}

/** What the recorder has of how many messages, and why some are missing. */
function recorderBlocks({ data }: Report, { network, scenario }: Place): Block[] {
  const cells = data.cells.flatMap(({ cell }) =>
    cell.network === network && cell.scenario === scenario && cell.ways ? [cell] : [],
  );
  const sum = (of: typeof cells, key: 'complete' | 'messages') =>
    of.reduce((all, { ways }) => all + (ways?.[key] ?? 0), 0);
  const lacking = [
    ...Map.groupBy(cells, ({ variant, arm }) => nameOf({ variant: { id: variant }, arm })),
  ].flatMap(([name, own]) => {
    const [complete, messages] = [sum(own, 'complete'), sum(own, 'messages')];
    return complete < LEAST_COMPLETE * messages ? [`${name} ${complete} of ${messages}`] : [];
  });
  const below = lacking.length === 0 ? 'none' : lacking.join(', ');
  const said =
    `Recorded: ${plural(cells.length, 'cell')}. The path of ${sum(cells, 'complete')} of ${sum(cells, 'messages')} answered messages is complete. ` +
    `Below ${100 * LEAST_COMPLETE} %: ${below}.`;
  const problems = cells.flatMap(({ cell, ways }) =>
    (ways?.problems ?? []).map((problem): Sentence => [{ text: cell, cell }, `: ${problem}`]),
  );
  const list: Block = { block: 'list', items: problems };
  return [
    { block: 'prose', text: [said], role: 'note' },
    ...(problems.length === 0
      ? []
      : [
          {
            block: 'details' as const,
            summary: [`What the recorder missed, ${plural(problems.length, 'line')}`],
            blocks: [list],
          },
        ]),
  ];
}
