export { besideBulkPage as page } from '../beside-bulk/page.ts';
