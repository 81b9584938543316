import { batchPage } from '../families/batches/page.ts';
import { prepareLoads } from '../page/covalue-actions.ts';

export const { page, operation } = batchPage({
  title: 'Load many',
  series: 'CoValue loads',
  prepare: prepareLoads,
});
