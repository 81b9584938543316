import { bulk } from '@holbench/factors/bulk';
import { findScenario } from '@holbench/scenarios/registry';
import { levelOfEach } from '@holbench/stats/several-tests';
import type { Variant } from '@holbench/variants/registry';
import { limitText, valueText } from '../document/figure-text.ts';
import { runtimeText } from '../evidence/runtime.ts';
import { type ArmSetting, armSettings, isTuning, tunedArm } from '../figures/arm-settings.ts';
import { cautionsText } from '../figures/cautions.ts';
import { isEnough } from '../figures/decisions.ts';
import type { Figure, Place } from '../figures/figure.ts';
import { versus } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import { networkOf, networksOf } from '../runs/report-data.ts';
import type {
  AnswerColumn,
  AnswerRow,
  AnswerTable,
  Column,
  PlaceAnswer,
  Topic,
} from '../topics/topic.ts';
import { unitOf } from './amounts.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/** The places of each network that a topic is about, the shaped networks first; empty where nothing ran there. */
export function answersOf(report: Measured, topics: readonly Topic[]): PlaceAnswer[] {
  const { data, relation } = report;
  return networksOf(data).flatMap(({ profile: { id } }) =>
    topics.flatMap((topic) =>
      placesOf(relation, topic, id).flatMap((place) => answerAt(report, topic, place) ?? []),
    ),
  );
}

/** The places of a topic over a network. */
export function placesOf(relation: Measured['relation'], topic: Topic, network: string): Place[] {
  return relation.placesOver(network, (place) => isAbout(topic, place));
}

/** Not of a scenario of another version of the lab. */
export function isAbout({ has }: Topic, { scenario: id, kind }: Pick<Place, 'scenario' | 'kind'>) {
  const scenario = findScenario(id);
  return scenario !== null && has(scenario, kind);
}

function answerAt(report: Measured, topic: Topic, place: Place): PlaceAnswer | null {
  const table = tableAt(report, topic, topic.columns, place);
  const [first] = table.rows;
  if (first === undefined) return null;
  const more = tableAt(report, topic, topic.more?.columns ?? [], place);
  const unit = unitOf(table.rows.map(({ main }) => main));
  const { profile, found } = networkOf(report.data, place.network);
  const isStressTest =
    found === undefined &&
    [profile.down, profile.up].some((side) => side.lossFraction > 0 && side.lossBurstPackets === 1);
  return { ...place, topic, series: first.main.series, ...table, more, unit, isStressTest };
}

function tableAt(
  report: Measured,
  topic: Topic,
  wanted: readonly Column[],
  place: Place,
): AnswerTable {
  const figures = report.relation.at(place);
  const ranks = wanted.find(({ id }) => id === topic.ranks);
  const all = wanted.map((column) => columnAt(column, place, figures, ranks ?? column));
  const main = all.find(({ id }) => id === topic.ranks);
  // With one size alone, the fewest are the most.
  const isMain = (column: Shown) =>
    column.metric === main?.metric && column.series === main.series && column.tuned !== true;
  const columns = all.filter((column) => column === main || !isMain(column));
  const rows = rowsOf(report, topic, columns, place);
  const hasTuned = columns.some(
    ({ id, tuned }) => tuned === true && rows.some((row) => row.figures[id] !== null),
  );
  const isShown = ({ id, tuned, spare }: Shown) => {
    if (tuned === true) return hasTuned;
    const isNone = rows.every((row) => (row.figures[id]?.value ?? 0) === 0);
    return spare !== true || (!hasTuned && !isNone);
  };
  const unit = unitOf(rows.map((row) => row.main));
  const hidden = columns.filter((column) => column.spare === true && !isShown(column));
  return {
    columns: columns.filter(isShown).map((column) => ({
      ...column,
      unit: topic.oneUnit ? unit : unitOf(rows.map((row) => row.figures[column.id] ?? null)),
    })),
    rows: rows.map((row) => ({ ...row, remarks: [...row.remarks, ...told(row, hidden)] })),
  };
}

/** What columns without room say of a row. */
function told({ figures }: AnswerRow, hidden: readonly Shown[]): string[] {
  return hidden.flatMap(({ id, title }) => {
    const figure = figures[id] ?? null;
    return (figure?.value ?? 0) > 0 && figure ? [`${valueText(figure)} ${title}`] : [];
  });
}

type Shown = Omit<AnswerColumn, 'unit'>;

/**
 * The metric and the series that a column shows of the figures of a place.
 * @param ranks the column whose series count: of those that rank servers, where there are some.
 */
function columnAt(
  { metrics, series: among, title, ...column }: Column,
  place: Place,
  all: readonly Figure[],
  ranks: Column,
): Shown {
  const metricOf = (ids: readonly string[]) =>
    ids.find((id) => all.some(({ metric, value }) => metric.id === id && value !== null)) ??
    ids.find((id) => all.some(({ metric }) => metric.id === id));
  const main = metricOf(ranks.metrics);
  const known = all.filter((each) => each.metric.id === main && each.cells.length > 0);
  const ranked = known.filter((each) => each.ranked && each.value !== null);
  const counted = ranked.length > 0 ? ranked : known;
  const series = among?.([...new Set(counted.map((each) => each.series))]) ?? '';
  return {
    ...column,
    title: typeof title === 'string' ? title : title(place, series),
    metric: metricOf(metrics) ?? '',
    series,
  };
}

/** Whether any server has a number, also one that ranks nobody. */
export function isMeasured({ rows }: Pick<PlaceAnswer, 'rows'>): boolean {
  return rows.some(({ main }) => main.value !== null);
}

function rowsOf(
  { data, relation }: Measured,
  topic: Topic,
  columns: readonly Shown[],
  place: Place,
): AnswerRow[] {
  const all = relation.at(place);
  const rows = [...Map.groupBy(all, ({ variant }) => variant)].flatMap(([variant, own]) => {
    const tuned = tunedArm(data, own);
    const arms = [...new Set(own.map(({ arm }) => arm))];
    return arms.flatMap((arm): AnswerRow[] => {
      if (arm !== '' && topic.arms !== true) return [];
      const figures = Object.fromEntries(
        columns.map(({ id, metric, series, tuned: isTuned }) => {
          const wanted = isTuned === true ? (arm === '' ? tuned : null) : arm;
          const found = own.find(
            (each) => each.arm === wanted && each.metric.id === metric && each.series === series,
          );
          return [id, found ?? null];
        }),
      );
      const main = figures[topic.ranks] ?? null;
      if (main === null || main.cells.length === 0) return [];
      const settings = arm === '' ? [] : armSettings(data, main);
      const condition = topic.condition?.({ variant, arm }, all, data) ?? null;
      // A part of what is tuned is in the table of settings.
      if (isTuning(settings)) return [];
      return [
        {
          variant,
          arm,
          name: serverName(variant),
          runtime: runtimeText(data, variant),
          settings: settings.map(settingWords).join(', '),
          main,
          figures,
          limit: main.value === null || main.ranked ? '' : limitText(main),
          remarks: [
            ...(condition === null ? [] : [`${condition.text}: ${condition.why}`]),
            ...remarksOf(main),
          ],
          condition: condition?.text ?? '',
        },
      ];
    });
  });
  return rows.toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** `HTTP/3, Caddy`: nobody chooses SSE by itself, and the framework is not what differs. */
export function serverName({ title }: Pick<Variant, 'title'>): string {
  return title.replace(' + SSE', '').replace(' (Fastify)', '');
}

/** `HTTP/1.1 on Node (Fastify)`, in a sentence; of two with one transport `HTTP/1.1 on uWebSockets.js or Node (Fastify)`. */
export function inSentence(one: Pick<AnswerRow, 'name'>, other?: Pick<AnswerRow, 'name'>): string {
  const [transport, server] = partsOf(one);
  const first = `${transport} on ${server}`;
  if (other === undefined) return first;
  const [otherTransport, otherServer] = partsOf(other);
  return otherTransport === transport
    ? `${first} or ${otherServer}`
    : `${first}, or ${otherTransport} on ${otherServer}`;
}

function partsOf({ name }: Pick<AnswerRow, 'name'>): [string, string] {
  const [transport = name, ...server] = name.split(', ');
  return [transport, server.join(', ')];
}

/** `six transfers at once` says more than `bulk 6`. */
function settingWords({ flag, value }: ArmSetting): string {
  return flag === bulk.flag ? `${value} transfers at once` : `${flag} ${value}`;
}

/** Beyond any value: behind those that count, and behind those of a bound. */
const [BEHIND_BOUNDS, LAST] = [1e9, 1e12];

/** What has no value comes last; before it what ranks nobody. A server is never best by failing. */
function orderOf({ main, limit }: AnswerRow): number {
  const { value, bound, metric } = main;
  if (value === null) return Infinity;
  const isBehind = bound === '≥' || hasFailed(main);
  const own = metric.better === 'higher' ? -value : value;
  return (limit === '' ? 0 : LAST) + (isBehind ? BEHIND_BOUNDS : 0) + own;
}

/** A batch of which a part failed is slower than any other. */
function hasFailed({ survivors, metric }: Figure): boolean {
  return survivors && metric.estimate.of === 'rounds';
}

/** A message in a hundred may be lost by chance. */
const FEW_LOST = 0.01;

/** Those that may be called the best: as many rounds as the others, and no failures. */
export function candidatesOf(own: readonly AnswerRow[]): AnswerRow[] {
  const rounds = roundsOf(own);
  return own.filter(({ main, limit }) => {
    const { value, bound } = main;
    const isWhole = main.rounds >= rounds || isEnough(main);
    const isSound = bound === '' && !losesMessages(main) && !hasFailed(main);
    return limit === '' && isWhole && value !== null && isSound;
  });
}

function losesMessages({ failed, n }: Figure): boolean {
  return failed > FEW_LOST * n;
}

/** The servers with the run’s own factors. */
export function ownRows({ rows }: Pick<PlaceAnswer, 'rows'>): AnswerRow[] {
  return rows.filter(({ arm }) => arm === '');
}

/** The most rounds of a row. */
export function roundsOf(rows: readonly AnswerRow[]): number {
  return Math.max(0, ...rows.map(({ main }) => main.rounds));
}

/** Whether one of them has rounds, or connections, enough for an interval. */
export function areEnough(rows: readonly AnswerRow[]): boolean {
  return rows.some(({ main }) => isEnough(main));
}

/**
 * The level of each interval of servers that are compared: all pairs hold together at 95 %, as nobody knows before which
 * of them is the best.
 */
export function levelAmong({ length }: readonly AnswerRow[]): number {
  return levelOfEach((length * (length - 1)) / 2);
}

/** What a headline names, of the servers with the run’s own factors. */
export interface Ends {
  /** Of the first ones that are not told apart, the one that another is shown to be worse than: the first may be hardly known. */
  readonly best: AnswerRow | undefined;
  /** One that is not told apart from it. */
  readonly alike: AnswerRow | undefined;
  /** The last one whose rounds show that it is worse; with few rounds the last. */
  readonly worst: AnswerRow | undefined;
  /** Those that rank, best first. */
  readonly measured: readonly AnswerRow[];
}

export function endsOf(answer: Pick<PlaceAnswer, 'rows'>): Ends {
  const own = ownRows(answer);
  const measured = own.filter(({ main, limit }) => main.value !== null && limit === '');
  const candidates = candidatesOf(own);
  const [first] = candidates;
  if (first === undefined) return { best: first, alike: undefined, worst: undefined, measured };
  const isFew = !areEnough(own);
  const level = levelAmong(measured);
  // Chance may have made the last one slow, where the rounds show it of another one.
  const worstAfter = (row: AnswerRow): AnswerRow | undefined =>
    measured
      .slice(measured.indexOf(row) + 1)
      .findLast(({ main }) => isFew || isWorse(main, row.main, level));
  const best =
    candidates.find((row) => worstAfter(row) && !isWorse(row.main, first.main, level)) ?? first;
  return {
    best,
    alike: isFew
      ? undefined
      : candidates.slice(candidates.indexOf(best) + 1).find((row) => isAlike(row, best, level)),
    worst: worstAfter(best),
    measured,
  };
}

function isWorse(other: Figure, best: Figure, level: number): boolean {
  const worse = best.metric.better === 'higher' ? 'lower' : 'higher';
  return versus(other, best, { level }).decision === worse;
}

/** So far apart, two numbers of a table may be told in one. */
const NEAR = 0.1;

/** Whether the number of one server is that of another, too: equivalent, or not told apart and inside its interval. */
function isAlike(
  { main: other, condition }: AnswerRow,
  { main: best, ...row }: AnswerRow,
  level: number,
): boolean {
  const { decision } = versus(other, best, { level });
  const value = other.value ?? NaN;
  const isInside =
    best.metric.better === 'higher'
      ? value >= (best.low ?? Infinity)
      : value <= (best.high ?? -Infinity);
  // A reader sees both numbers: those that are far apart are not told in one.
  const isNear = Math.abs(value / (best.value ?? NaN) - 1) <= NEAR;
  const isSame = decision === 'equivalent' || (decision === 'undecided' && isInside && isNear);
  return condition === row.condition && isSame;
}

/** What qualifies a row: lost messages, rounds that are missing, cautions. */
function remarksOf(main: Figure): string[] {
  const { value, bound, failed, n, why } = main;
  const isLost = losesMessages(main) && bound === '';
  const lost = isLost ? `${failed} of ${n} without an answer` : '';
  return [lost, value === null ? '' : why, cautionsText(main)].filter((remark) => remark !== '');
}
