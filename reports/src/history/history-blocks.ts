import { lineOf, type VersionedProgram } from '@holbench/factors/versions';
import { directionOf } from '@holbench/scenarios/registry';
import { variant as variantOf } from '@holbench/variants/registry';
import { inSentence, serverName } from '../answer/place-answer.ts';
import type { Block, Sentence, TableBlock } from '../document/block.ts';
import { formatAsGiven, plural } from '../document/format.ts';
import { textTable } from '../document/text-table.ts';
import { type HistoryPoint, isChange, linesOf } from './history-point.ts';
import { historyPlots } from './history-plots.ts';

/** How a program is called in a sentence. */
export const PROGRAM_NAMES: Readonly<Record<VersionedProgram, string>> = {
  node: 'Node',
  caddy: 'Caddy',
  envoy: 'Envoy',
  chromium: 'Chromium',
  ws: 'ws',
  uws: 'uWebSockets.js',
};

/** Where a version's own changes are told. */
const RELEASE_NOTES: Readonly<Record<VersionedProgram, (version: string) => string>> = {
  node: (version) => `https://github.com/nodejs/node/releases/tag/v${version}`,
  caddy: (version) => `https://github.com/caddyserver/caddy/releases/tag/v${version}`,
  envoy: (version) =>
    `https://github.com/envoyproxy/envoy/releases/tag/v${version.replace(/\.post\d+$/, '')}`,
  chromium: (version) => `https://developer.chrome.com/release-notes/${Number.parseInt(version)}`,
  ws: (version) => `https://github.com/websockets/ws/releases/tag/${version}`,
  uws: () => 'https://github.com/uNetworking/uWebSockets.js/releases',
};

const ARTICLES = { download: 'a download', upload: 'an upload' } as const;

/** What a history says, line after line: a sentence, a picture, a table. */
export function historyBlocks(points: readonly HistoryPoint[]): Block[] {
  const lines = linesOf(points);
  return [
    { block: 'list', items: lines.flatMap(historySentences), role: 'answer' },
    { block: 'plots', plots: historyPlots(points) },
    ...lines.map(tableOf),
  ];
}

/** What each run says of a line: only versions of one run are compared. */
export function historySentences(line: readonly HistoryPoint[]): Sentence[] {
  const runs = [...Map.groupBy(line, ({ run }) => run)];
  return runs.flatMap(([run, own]) =>
    sentencesOfRun(own).map((sentence) =>
      runs.length === 1 ? sentence : [...sentence, ` (Run ${run}.)`],
    ),
  );
}

/** `HTTP/2 on Node, over lte: from Node 26.9.0 on, a message beside an upload waits 52 ms instead of 20,000 ms with 26.8.2.` For each change. */
function sentencesOfRun(line: readonly HistoryPoint[]): Sentence[] {
  const [first] = line;
  if (first === undefined) return [];
  const { program, scenario, network, variant, settings } = first;
  const name = PROGRAM_NAMES[program];
  const what = `a message beside ${ARTICLES[directionOf(scenario)]}`;
  const of = inSentence({ name: serverName(variantOf(variant)) });
  const lead = {
    text: `${[of, settings].filter(Boolean).join(', ')}, over ${network}:`,
    style: 'strong',
  } as const;
  const changes = line.filter(isChange).map((point) => {
    const before = line.find(({ version }) => version === point.before);
    const instead =
      before === undefined ? '' : ` instead of ${waitText(before)} with ${before.version}`;
    return [lead, ` ${since(name, point, line)}, ${what} waits ${waitText(point)}${instead}.`];
  });
  if (changes.length > 0) return changes;
  const counted = line.filter(
    ({ wait_ms: wait, change }) => wait !== null && change !== 'disturbed',
  );
  const [oldest, newest] = [counted[0], counted.at(-1)];
  const compared = counted.filter(({ change }) => change !== 'first');
  if (counted.length > 1 && compared.length === 0) {
    return [[lead, ` no version of ${name} was made from another of these: nothing to compare.`]];
  }
  const areCompared = compared.every(({ change }) => change === 'none detected');
  if (oldest === undefined || newest === undefined || oldest === newest || !areCompared) {
    return [[lead, ` too few versions of ${name}, or connections, to compare.`]];
  }
  const seen = compared.flatMap(({ detectable }) => detectable ?? []);
  const most =
    seen.length < compared.length
      ? ''
      : ` Only a change of ${percent(Math.max(...seen))} or more would have been seen.`;
  const unchanged = ` no change detected from ${name} ${oldest.version} to ${newest.version}; ${what} waits ${waitText(newest)}.`;
  return [[lead, unchanged + most]];
}

/** `from Node 26.9.0 on`; of several lines of releases, in which of them. */
function since(
  name: string,
  { program, version }: HistoryPoint,
  line: readonly HistoryPoint[],
): string {
  const lines = new Set(line.map((each) => lineOf(each.program, each.version)));
  if (lines.size === 1) return `from ${name} ${version} on`;
  return `in ${name} ${lineOf(program, version)} from ${version} on`;
}

/** `52.1 ms`, `at least 20,000 ms`. */
export function waitText({ wait_ms: wait, bound }: HistoryPoint): string {
  if (wait === null) return 'not measured';
  return `${bound === '≥' ? 'at least ' : ''}${millisecondsText(wait)} ms`;
}

/** A limit of the lab that earlier ones do not know. */
const CADDY_NOTES: readonly Sentence[] = [
  [
    'Caddy before 2.11.7 ran without the lab’s limit for clients that read nothing, which it does not have.',
  ],
];

function tableOf(line: readonly HistoryPoint[]): TableBlock {
  const [first] = line;
  const { program, variant, settings, network, scenario } = first ?? {
    program: 'node',
    variant: '',
    settings: '',
    network: '',
    scenario: '',
  };
  return textTable({
    id: [
      'history',
      program,
      variant,
      ...(settings ? [settings.replaceAll(/[^\w.]+/g, '-')] : []),
      scenario,
      network,
    ].join('-'),
    title: `${PROGRAM_NAMES[program]}: ${[variant, settings].filter(Boolean).join(', ')}, ${scenario} over ${network}`,
    header: [
      'Version',
      'Released',
      'Wait beside the transfer',
      'Interval',
      'Compared',
      'Release notes',
    ],
    rows: line.map((point) => [
      point.version,
      point.released ?? 'not known',
      point.wait_ms === null ? `missing: ${point.why}` : waitText(point),
      point.low_ms === null
        ? '–'
        : `${millisecondsText(point.low_ms)}–${point.high_ms === null ? '…' : millisecondsText(point.high_ms)} ms, ${plural(point.connections, 'connection')}`,
      againstText(point),
      isChange(point) ? RELEASE_NOTES[program](point.version) : '',
    ]),
    notes: program === 'caddy' ? CADDY_NOTES : [],
    look: 'prose',
  });
}

function againstText(point: HistoryPoint): string {
  const { change, before, ratio, ratio_bound: bound, chance } = point;
  if (change === 'first' || change === 'missing') return '–';
  if (change === 'disturbed') return `not compared: ${point.why}`;
  if (change === 'too few') return 'too few connections to compare';
  if (change === 'none detected') return `as ${before}`;
  const byChance = chance === null ? '' : ` (chance ${ratioText(chance)})`;
  const atMost = { '': '', '≤': 'at most ', '≥': 'at least ' }[bound];
  const times = ratio === null ? '' : `${atMost}${ratioText(ratio)} × `;
  return `${change === 'higher' ? '▲' : '▼'} ${times}${before}${byChance}`;
}

/** With two digits, however small: 0.0026. */
function ratioText(ratio: number): string {
  return String(Number(ratio.toPrecision(2)));
}

/** Three digits: `52.1`, `658`, `11,900`. */
function millisecondsText(ms: number): string {
  return formatAsGiven(Number(ms.toPrecision(3)));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
