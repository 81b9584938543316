import { join } from 'node:path';
import { readConnections } from './connections.ts';
import {
  averageTable,
  explainedTable,
  levelTable,
  machineTable,
  offsetTable,
  neededTable,
  pairTable,
  strataTable,
} from './tables.ts';

/** Prints the tables behind docs/reference/statistics.md, from the published runs. */

const folder = join(import.meta.dirname, '../../reports/published');
const SERVERS = ['node-ws', 'uws-ws', 'caddy-http2', 'node-http2', 'caddy-http3'];

for (const window of ['first ten seconds', 'after the ramp'] as const) {
  const read = await readConnections(folder, window);
  const all = read.filter(({ network }) => /^reference-4g(\+loss=0%)?$/.test(network));
  print(`Variance of ln(wait) by level, ${window}`, levelTable(all));
  if (window === 'after the ramp') continue;
  print('Machines', machineTable(all));
  print('Connections for the goal', neededTable(all));
  const lossy = all.filter(({ network }) => network === 'reference-4g');
  const nodeWs = lossy.filter(({ variant }) => variant === 'node-ws');
  print('Half-width and coverage, node-ws over reference-4g', averageTable(nodeWs));
  print('What tells a wait over reference-4g', explainedTable(lossy, SERVERS));
  print('First losses by their seeds, node-ws', offsetTable(nodeWs));
  print('Pairs over reference-4g', pairTable(lossy, SERVERS));
}
for (const left of [0, 0.15, 0.4]) {
  print(
    `Strata of the first loss, in a model of a WebSocket; they leave ${100 * left} % or more`,
    strataTable(left),
  );
}

function print(title: string, table: string): void {
  console.log(`## ${title}\n\n${table}\n`);
}
