import { pagesSeconds, PROCESSES_SECONDS } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';
import { phaseSeconds } from './timing.ts';

export const scenario: Scenario = {
  id: 'stalled-reader',
  title: 'A subscriber that stops reading',
  kinds: ['text'],
  parameters: ['fanOut', 'windowSeconds'],
  features: ['subscribers'],
  family: 'fan-out',
  files: 'fileBytes',
  cellPer: 'fanOut',
  plannedSeconds: (cell) =>
    PROCESSES_SECONDS + pagesSeconds(cell, 1 + (cell.fanOut ?? 0)) + phaseSeconds(cell),
  phaseSeconds,
};
