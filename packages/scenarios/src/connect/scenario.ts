import { pagesSeconds, PROCESSES_SECONDS } from '../planned-seconds.ts';
import type { Scenario } from '../scenario.ts';

/** Users of a cell that count; one more comes before, as warm-up of browser and server. */
export const SET_UPS = 3;

/** Pages that all users open: each comes twice. */
const PAGES = 2 * (SET_UPS + 1);

export const scenario: Scenario = {
  id: 'connect',
  title: 'Set-up of a connection',
  kinds: ['text'],
  parameters: [],
  features: [],
  family: 'set-up',
  files: 'fileBytes',
  forOwnServers: true,
  // They come one after the other.
  plannedSeconds: (cell) => PROCESSES_SECONDS + PAGES * pagesSeconds(cell, 1),
};
