export { page } from '../2d-create-one/page.ts';
