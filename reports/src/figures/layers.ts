import { congestionControlOf } from '@holbench/factors/congestion-control';
import { changedFactors } from '@holbench/factors/values';
import { httpProtocol, PROTOCOL_NAMES, type Protocol } from '@holbench/variants/protocols';
import { PROXY_NAMES, type Variant } from '@holbench/variants/registry';
import type { StackId } from '@holbench/variants/stacks';
import type { ReportData } from '../runs/report-data.ts';
import type { Figure } from './figure.ts';
import type { ArmSelection } from './selections.ts';

/** One row: a variant, and the arm that it ran with. */
type LayerRow = Pick<ArmSelection, 'variant' | 'arm'>;

/** Rows that differ in one layer alone; the first is what the others are compared with. */
interface Family<Row> {
  /** What they have in common: `behind Caddy`. */
  readonly title: string;
  readonly rows: readonly [Row, Row, ...Row[]];
}

/** One of the layers between a message and its connection, and the rows that show what it does. */
export interface Layer<Row> {
  readonly id: 'protocol' | 'implementation' | 'hop';
  readonly title: string;
  /** What differs between the rows of a family. */
  readonly differs: string;
  readonly families: readonly Family<Row>[];
}

/** HTTP/2 first: it is what most pages use, and what HTTP/3 is compared with. */
const ORDER: readonly Protocol[] = ['h2', 'h3', 'http/1.1', 'websocket', 'webtransport'];

/**
 * The layers of which these rows show something.
 * @param matters of a family one row or more; default: every row does.
 */
export function layersOf<Row extends LayerRow>(
  rows: readonly Row[],
  matters: (row: Row) => boolean = () => true,
): Layer<Row>[] {
  const proxied = rows.filter(({ variant }) => variant.proxy !== null);
  const layers: Layer<Row>[] = [
    {
      id: 'protocol',
      title: 'What the protocol does',
      differs:
        'the protocol, as the same proxy speaks it. The server behind it is the same over HTTP; WebSockets have their own',
      families: families(proxied, ({ proxy }) => `behind ${proxy && PROXY_NAMES[proxy.kind]}`),
    },
    {
      id: 'implementation',
      title: 'What the implementation does',
      differs:
        'the program that speaks the protocol: the server, or the proxy in front of one server',
      families: families(
        rows,
        (variant) =>
          `${protocolName(variant)} ${variant.proxy === null ? 'without a proxy' : 'behind a proxy'}`,
      ),
    },
    {
      id: 'hop',
      title: 'What the hop costs',
      differs: 'whether the server speaks the protocol itself, or a proxy in front of it does',
      families: families(
        rows,
        ({ server, ...variant }) =>
          `${server ? `${server.folder}/${server.entry}` : variant.id}, over ${protocolName(variant)}`,
      ).filter(({ rows: [{ variant }] }) => variant.proxy === null),
    },
  ];
  return layers
    .map((layer) => ({
      ...layer,
      families: layer.families.filter(({ rows: own }) => own.some((row) => matters(row))),
    }))
    .filter((layer) => layer.families.length > 0);
}

/** A program that speaks variants' protocols: the first word of their stacks. */
export interface Program {
  readonly id: string;
  readonly name: string;
}

type ProgramId = (StackId extends `${infer First} ${string}` ? First : never) | typeof OWN;

/** In place of a program: who speaks in a server that is not the lab's is not known. */
const OWN = 'own';

/** Servers before proxies: in the order of the matrix's columns. */
const PROGRAM_NAMES: Readonly<Record<ProgramId, string>> = {
  node: 'Node',
  spdy: 'spdy on Node',
  uws: 'uWebSockets.js',
  caddy: PROXY_NAMES.caddy,
  envoy: PROXY_NAMES.envoy,
  nginx: PROXY_NAMES.nginx,
  gateway: PROXY_NAMES.gateway,
  own: 'your own server',
};

/** Those that have rows, in their order. */
export function programsOf(rows: readonly LayerRow[]): Program[] {
  return Object.entries(PROGRAM_NAMES)
    .map(([id, name]) => ({ id, name }))
    .filter((program) => rows.some(({ variant }) => isBy(program, variant)));
}

/** Rows by their protocol, and by the program that speaks it; null where it has none. */
export function matrixOf<Row extends LayerRow>(
  rows: readonly Row[],
  programs: readonly Program[],
): { readonly protocol: string; readonly rows: readonly (Row | null)[] }[] {
  const protocols = Map.groupBy(inOrder(rows), ({ variant }) => protocolName(variant));
  return [...protocols].map(([protocol, own]) => ({
    protocol,
    rows: programs.map((program) => own.find(({ variant }) => isBy(program, variant)) ?? null),
  }));
}

function isBy({ id }: Program, { stack }: Variant): boolean {
  return stack === null ? id === OWN : stack.startsWith(`${id} `);
}

/** Those of two or more rows that have one title. */
function families<Row extends LayerRow>(
  rows: readonly Row[],
  titleOf: (variant: Variant) => string,
): Family<Row>[] {
  const groups = Map.groupBy(rows, ({ variant }) => titleOf(variant));
  return [...groups].flatMap(([title, own]) => {
    const [first, second, ...rest] = inOrder(own);
    return first && second ? [{ title, rows: [first, second, ...rest] }] : [];
  });
}

function inOrder<Row extends LayerRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) => ORDER.indexOf(a.variant.protocol) - ORDER.indexOf(b.variant.protocol),
  );
}

function protocolName(variant: Pick<Variant, 'protocol' | 'proxy'>): string {
  const name = PROTOCOL_NAMES[variant.protocol];
  const http = httpProtocol(variant);
  const isCarried = variant.protocol === 'websocket' && http !== 'http/1.1';
  return isCarried ? `${name} over ${PROTOCOL_NAMES[http]}` : name;
}

/** Rows whose downloads are sent by one congestion control. */
interface SendersAlike {
  /** As `--tcp-cc` and `--quic-cc` name it. */
  readonly congestionControl: string;
  readonly rows: readonly Figure[];
}

const FLAGS: ReadonlySet<string> = new Set(['tcp-cc', 'quic-cc']);

/**
 * Rows by the congestion control of their downloads, where an arm of a sweep chooses it: what TCP
 * and QUIC do by themselves differs. Arms of other factors have no part in it.
 */
export function sendersAlike(data: ReportData, figures: readonly Figure[]): SendersAlike[] {
  const senders = figures.flatMap((figure) => {
    const factors = data.cells.find(({ cell }) => cell.cell === figure.cells[0])?.cell.factors;
    if (factors === undefined) return [];
    const changed = changedFactors(factors, data.manifest.config.factors);
    if (!changed.every(({ flag }) => FLAGS.has(flag))) return [];
    return [{ figure, by: congestionControlOf(figure.variant, factors) }];
  });
  return [...Map.groupBy(senders, ({ by }) => by)].flatMap(([congestionControl, own]) => {
    const rows = own.map(({ figure }) => figure);
    return rows.some(({ arm }) => arm !== '') ? [{ congestionControl, rows }] : [];
  });
}
