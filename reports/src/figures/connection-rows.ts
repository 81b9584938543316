import { mainNumbers } from '@holbench/scenarios/families/beside-bulk/connection-metrics';
import { roundsOf } from '@holbench/scenarios/metric';
import { inDirection } from '@holbench/scenarios/planned-seconds';
import { directionOf } from '@holbench/scenarios/registry';
import { fatesText } from '../evidence/link-packets.ts';
import { type ReportData, roundOf } from '../runs/report-data.ts';

/** What is known of each connection of a cell, those that do not count included; docs/reference/data.md describes the fields. */
export function connectionRows(data: ReportData, finished: ReportData['cells'][number]) {
  const { cell, connections = [] } = finished;
  const whole = roundOf(data, finished);
  return connections.map((own) => {
    const { transfer, firstLoss, limiter } = own;
    const link = transfer.link && inDirection(transfer.link, directionOf(cell.scenario));
    const [round] = roundsOf({ ...whole, connections: [{ ...own, valid: true }] });
    const { wait, goodput } = round ? mainNumbers(round) : {};
    return {
      cell: cell.cell,
      connection: own.connection,
      seed: own.seed,
      transfer: transfer.phase,
      valid: own.valid,
      reasons: own.reasons.join('; '),
      stratum: firstLoss?.stratum ?? null,
      strata: firstLoss?.of ?? null,
      quantile: firstLoss?.quantile ?? null,
      sent_packets: link?.sentPackets ?? null,
      full_packets: link?.fullPackets ?? null,
      random_losses: link?.randomLosses ?? null,
      queue_drops: link?.queueDrops ?? null,
      packets: link ? fatesText(link) : 'not counted',
      goodput_mbps: goodput?.value ?? null,
      wait_ms: wait?.value ?? null,
      censored: wait?.censored ?? false,
      limiting_party: limiter?.why ?? '',
    };
  });
}
