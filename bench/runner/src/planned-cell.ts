import type { DrivenCell } from '@holbench/scenarios/port/cell-run';
import type { ConfiguredNetwork } from './configuration.ts';

/**
 * A cell before it runs. Its id is `network/variant/scenario-kind/round`; with an arm
 * `network/variant/scenario-kind+arm/round`. Where the backend can, its seed also seeds the losses of the network.
 */
export interface PlannedCell extends DrivenCell {
  readonly variant: string;
  readonly network: ConfiguredNetwork;
  readonly scenario: string;
  /** Of a sweep; '' where its factors are the run's own. */
  readonly arm: string;
  /** Whether the paths of its messages are recorded. */
  readonly recorded: boolean;
}
