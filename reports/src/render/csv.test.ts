import { expect, test } from 'vitest';
import type { Document } from '../document/document.ts';
import { figureCell } from '../document/figure-cell.ts';
import type { Figure } from '../figures/figure.ts';
import { csvFiles } from './csv.ts';
import { DOCUMENT, figure } from '../../fixtures/made-up-document.ts';

const files = csvFiles(DOCUMENT);
const read = (id: string) => files.get(`tables/${id}.csv`) ?? '';

/** A document of one figure, and the line of its file by column. */
function lineOf(shown: Figure): Record<string, string> {
  const document: Document = {
    ...DOCUMENT,
    sections: [
      {
        id: 'one',
        title: 'one',
        blocks: [
          {
            block: 'table',
            id: 'one-table',
            title: 'one',
            header: ['Server', 'value'],
            rows: [{ cells: [{ text: ['A'] }, figureCell(shown, { comparison: null })] }],
          },
        ],
      },
    ],
  };
  const text = csvFiles(document).get('tables/one-table.csv') ?? '';
  const [names = [], values = []] = text.split('\n').map((line) => line.split(','));
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

test('every table of figures or records is a file, once, however deep it stands', () => {
  expect([...files.keys()]).toEqual(
    ['figures', 'records', 'table-2'].map((id) => `tables/${id}.csv`),
  );
});

test('a table of figures has a line per figure, its group and place with it', () => {
  const [header, first, second, third, ...rest] = read('figures').split('\n');
  expect(header).toBe(
    'table,group,row,column,network,scenario,kind,variant,arm,metric,series,unit,direction,value,low,high,coverage,rounds,points,n,failed,censored,at_most,survivors,ranked,browser_limit,cautions,ratio_to_best,state,why,cells,published,published_defects',
  );
  expect(first).toMatch(
    /^figures,reference-4g <u>,A1 node-ws,wait from sharing \(ms\),reference-4g,download,text,node-ws,,load-sharing,,ms,lower,[\d.]+,.*,false,false,false,true,,,[\d.]*,ok,,reference-4g\/node-ws\/download-text\/\d+ .*,74\.6,ab$/,
  );
  // A published number stands for itself, too.
  expect(second).toMatch(/^figures,reference-4g <u>,A1 node-ws,published alone,.*,3,$/);
  expect(third).toContain('figures,reference-4g <u>,A3 node-http2');
  expect(rest).toEqual(['']);
});

test('a lower bound says so, and has no upper end', () => {
  // The made-up run's HTTP/2 gave messages up.
  const bound = figure('node-http2', 'load-during-mean');
  expect(bound.bound).toBe('≥');
  expect(lineOf(bound)).toMatchObject({ censored: 'true', high: 'inf', state: 'ok' });
});

test('a table of records has all their columns, numbers and truths as they are', () => {
  expect(read('records')).toBe("cell,ok,samples,more,extra\n'+cmd,true,-7,,\nb,false,inf,,'@x\n");
});
