import { wholeNumber } from '@holbench/platform/command-line';
import { Option } from 'commander';

/** `--seed`: the losses of one direction draw from twice the seed, those of the other from one more. */
export function seedOption(): Option {
  return new Option('--seed <n>', 'of the losses')
    .argParser(wholeNumber(0, 0x3fff_0000))
    .default(1);
}
