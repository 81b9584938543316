// Artillery would bundle a TypeScript processor at every start; Node.js 24 runs it as it is.
export { createBinary, createText, loadBinary, loadText } from './users.ts';
