import { batchPage } from '../families/batches/page.ts';
import { prepareCreations } from '../page/covalue-actions.ts';

export const { page, operation } = batchPage({
  title: 'Create many',
  series: 'CoValue creations',
  prepare: prepareCreations,
});
