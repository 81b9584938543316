export { page } from '../1a-load-many/page.ts';
