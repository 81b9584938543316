import { BANDWIDTH_CLAIM } from './bandwidth-claim.ts';
import { BATCH_CLAIMS } from './batch-claims.ts';
import type { Claim } from './claim.ts';
import { LOSS_CLAIMS } from './loss-claims.ts';
import { MESSAGES_CLAIM } from './messages-claim.ts';
import { RENO_CLAIM } from './reno-claim.ts';
import { SET_UP_CLAIM } from './set-up-claim.ts';
import { WINDOW_CLAIM } from './window-claim.ts';

/** The published claims that a report judges, in the order in which it shows them. */
export const CLAIMS: readonly Claim[] = [
  SET_UP_CLAIM,
  MESSAGES_CLAIM,
  ...LOSS_CLAIMS,
  BANDWIDTH_CLAIM,
  WINDOW_CLAIM,
  RENO_CLAIM,
  ...BATCH_CLAIMS,
];
