import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fileSizeOption,
  labCommand,
  listOf,
  runMain,
  wholeNumber,
} from '@holbench/process/command-line';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { FULL_FILE_BYTES } from '@holbench/protocol/limits';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { variant as variantOf, variantIds } from '@holbench/variants/registry';
import { FLOORS, floorOf } from './floors.ts';
import { measureFloor } from './measure-floor.ts';
import { measureVariant } from './measure-variant.ts';

interface Options {
  readonly variants: readonly string[];
  readonly repetitions: number;
  readonly fileSize: number;
  readonly parallel: number;
  readonly json?: true;
}

/** What a variant may cost over its floor. */
const RATIO_LIMIT = 1.3;

const command = labCommand(
  'bench:floor',
  'Loads of each variant beside the floor of its transport: servers without any application code.',
)
  .option('--variants <list>', 'which', listOf('variant', variantIds()), variantIds())
  .option('--repetitions <n>', 'of each measurement', wholeNumber(1, 1_000), 3)
  .addOption(fileSizeOption().default(FULL_FILE_BYTES, '50MiB'))
  .option('--parallel <n>', 'files loaded at once', wholeNumber(1, 100), 10)
  .option('--json', 'print JSON');

await runMain(async () => {
  const { variants: ids, repetitions, fileSize, parallel, json } = command.parse().opts<Options>();
  const tools = await findTools();
  const logFolder = await mkdtemp(join(tmpdir(), 'holbench-floor-'));
  const options = { tools, fileBytes: fileSize, parallel, logFolder };
  const unsupported = ids.flatMap((variant) => {
    const reason = whyUnsupported(variantOf(variant), tools);
    return reason === null ? [] : [{ variant, reason }];
  });
  for (const { variant, reason } of unsupported) console.error(`${variant}: ${reason}`);
  const variants = ids
    .filter((id) => !unsupported.some(({ variant }) => variant === id))
    .map((id) => variantOf(id));
  const floors = FLOORS.filter((floor) => variants.some((variant) => floorOf(variant) === floor));

  // Floors and variants in one shuffled round after the other: what drifts meets all of them.
  const durations = new Map<string, number[]>();
  const measurements = [
    ...floors.map((floor) => ({
      name: `floor ${floor.id}`,
      measure: () => measureFloor(floor, options),
    })),
    ...variants.map((variant) => ({
      name: variant.id,
      measure: () => measureVariant(variant, options),
    })),
  ];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const { name, measure } of shuffled(measurements, seededRandom(repetition))) {
      const durationMs = await measure();
      console.error(`${repetition + 1}/${repetitions} ${name}: ${durationMs.toFixed(0)} ms`);
      durations.set(name, [...(durations.get(name) ?? []), durationMs]);
    }
  }

  const medianOf = (name: string): number => {
    const sorted = sortSamples(durations.get(name) ?? []);
    if (sorted === null) throw new Error(`${name} was not measured`);
    return median(sorted);
  };
  const rows = variants.map((variant) => {
    const floor = floorOf(variant);
    const floorMs = medianOf(`floor ${floor.id}`);
    const variantMs = medianOf(variant.id);
    const ratio = variantMs / floorMs;
    return {
      variant: variant.id,
      floor: floor.title,
      floorMs: Math.round(floorMs),
      variantMs: Math.round(variantMs),
      ratio: Number(ratio.toFixed(3)),
      withinLimit: ratio <= RATIO_LIMIT,
    };
  });
  if (json) {
    const samples = Object.fromEntries(durations);
    const settings = { fileBytes: fileSize, parallel, repetitions, ratioLimit: RATIO_LIMIT };
    console.log(JSON.stringify({ ...settings, rows, unsupported, samples }, null, 2));
  } else console.table(rows);
  if (rows.some(({ withinLimit }) => !withinLimit)) process.exitCode = 1;
});
