import { userPage } from '../families/users/page.ts';
import { LABELS } from '../labels.ts';
import { prepareCreations } from '../page/covalue-actions.ts';

export const { page, operation } = userPage({
  title: 'Create one',
  series: 'CoValue creation',
  label: LABELS.create,
  prepare: prepareCreations,
});
