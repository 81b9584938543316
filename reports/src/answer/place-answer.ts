import { bulk } from '@holbench/factors/bulk';
import { isBesideBulk, scenariosOf } from '@holbench/scenarios/registry';
import type { Variant } from '@holbench/variants/registry';
import { limitText } from '../document/figure-text.ts';
import { runtimeText } from '../evidence/runtime.ts';
import { type ArmSetting, armSettings, isTuning, tunedArm } from '../figures/arm-settings.ts';
import { cautionsText } from '../figures/cautions.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure, Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { networksOf } from '../runs/report-data.ts';
import { type TimeUnit, unitOf } from './amounts.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

export const NOTHING_TO_ANSWER = `No figure of this run says who waits for whom. Measure small messages beside a big transfer with: pnpm bench --scenarios ${scenariosOf(
  'beside-bulk',
)
  .map(({ id }) => id)
  .join()}`;

/** What a server, with its settings, does to a small message. Null: not measured. */
export interface AnswerRow {
  readonly variant: Variant;
  /** '' for the run’s own factors. */
  readonly arm: string;
  /** `WebSocket, Node (ws)`. */
  readonly name: string;
  /** `Node 26.12.1`. */
  readonly runtime: string;
  /** `bulk 6`; '' for the run’s own factors. */
  readonly settings: string;
  readonly alone: Figure | null;
  readonly during: Figure;
  /** During − alone. */
  readonly added: Figure | null;
  /** During, with the settings that keep what a sender holds ready short. */
  readonly tuned: Figure | null;
  /** Why it ranks no server; '' where it does. */
  readonly limit: string;
  /** As long as what is true of a row; '': always. */
  readonly condition: string;
  /** What qualifies it, besides. */
  readonly remarks: readonly string[];
}

/** What one network says of the question that the lab is there for. */
export interface PlaceAnswer extends Place {
  /** Best first; those that rank nobody last. */
  readonly rows: readonly AnswerRow[];
  /** The same of events. */
  readonly events: readonly AnswerRow[];
  /** Of every wait of the place. */
  readonly unit: TimeUnit;
}

/** Each network beside each transfer, the shaped ones first; empty where nothing ran beside one. */
export function answers({ data, relation }: Measured): PlaceAnswer[] {
  return networksOf(data)
    .flatMap(({ profile: { id } }) =>
      relation.placesOver(id, ({ scenario, kind }) => isBesideBulk(scenario) && kind === 'text'),
    )
    .flatMap((place) => {
      const rows = rowsOf({ data, relation }, place, 'load');
      if (rows.length === 0) return [];
      const unit = unitOf(rows.map(({ during }) => during));
      return [{ ...place, rows, events: rowsOf({ data, relation }, place, 'event'), unit }];
    });
}

/** Whether any server has a measurement that counts. */
export function isMeasured({ rows }: Pick<PlaceAnswer, 'rows'>): boolean {
  return rows.some(({ during }) => during.value !== null);
}

function rowsOf(
  { data, relation }: Measured,
  place: Place,
  message: 'load' | 'event',
): AnswerRow[] {
  const all = relation.at(place);
  const rows = [...Map.groupBy(all, ({ variant }) => variant)].flatMap(([variant, figures]) => {
    const tunedName = tunedArm(data, figures);
    const find = (arm: string, metric: string): Figure | null =>
      figures.find((each) => each.arm === arm && each.metric.id === `${message}-${metric}`) ?? null;
    const arms = [...new Set(figures.map(({ arm }) => arm))];
    return arms.flatMap((arm): AnswerRow[] => {
      const during = find(arm, 'same-p50');
      if (during === null || during.cells.length === 0) return [];
      const settings = arm === '' ? [] : armSettings(data, during);
      // A part of what is tuned is in the table of settings.
      if (isTuning(settings)) return [];
      return [
        {
          variant,
          arm,
          name: serverName(variant),
          runtime: runtimeText(data, variant),
          settings: settings.map(settingWords).join(', '),
          alone: find(arm, 'alone-p50'),
          during,
          added: find(arm, 'added-wait'),
          tuned: arm === '' && tunedName !== null ? find(tunedName, 'same-p50') : null,
          limit: during.value === null || during.ranked ? '' : limitText(during),
          remarks: remarksOf(during),
          condition: arm === '' && usesPool(variant) ? POOL_CONDITION : '',
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

/** What has no value comes last; before it what ranks nobody. A server is never best by failing. */
function orderOf({ during, limit }: AnswerRow): number {
  const { value, bound } = during;
  if (value === null) return Infinity;
  return (limit === '' ? 0 : 1e12) + (bound === '≥' ? 1e9 : 0) + value;
}

/** A message in a hundred may be lost by chance. */
const FEW_LOST = 0.01;

/** Whether a row may be called the best. @param rounds that the most complete row has. */
export function mayBeBest({ during, limit }: AnswerRow, rounds: number): boolean {
  const { value, bound } = during;
  const isWhole = during.rounds >= Math.min(rounds, ENOUGH_ROUNDS);
  return limit === '' && isWhole && value !== null && bound === '' && !losesMessages(during);
}

function losesMessages({ failed, n }: Figure): boolean {
  return failed > FEW_LOST * n;
}

/** What qualifies a row: lost messages, rounds that are missing, cautions. */
function remarksOf(during: Figure): string[] {
  const { value, bound, failed, n, why } = during;
  const isLost = losesMessages(during) && bound === '';
  const lost = isLost ? `${failed} of ${n} messages without an answer` : '';
  return [lost, value === null ? '' : why, cautionsText(during)].filter((remark) => remark !== '');
}

/** HTTP/1.1 sends messages on other connections than the transfer, of which a browser has six. */
const POOL_CONDITION = 'if fewer than six transfers run';

function usesPool({ protocol }: Pick<Variant, 'protocol'>): boolean {
  return protocol === 'http/1.1';
}
