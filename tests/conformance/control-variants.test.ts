import { describeVariants } from './suite/variants.ts';

await describeVariants('control');
