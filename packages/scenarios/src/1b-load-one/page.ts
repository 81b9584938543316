import { userPage } from '../families/users/page.ts';
import { LABELS } from '../labels.ts';
import { prepareLoads } from '../page/covalue-actions.ts';

export const { page, operation } = userPage({
  title: 'Load one',
  series: 'CoValue load',
  label: LABELS.load,
  prepare: prepareLoads,
});
