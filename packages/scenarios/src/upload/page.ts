export { besideBulkPage as page } from '../families/beside-bulk/page.ts';
