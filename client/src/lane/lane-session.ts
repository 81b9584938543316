import { BulkTransfer } from '@holbench/scenarios/families/beside-bulk/bulk-transfer';
import { PROBE_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { LABELS } from '@holbench/scenarios/labels';
import { measure } from '@holbench/scenarios/page/measure';
import { OpenLoop, type Turn } from '@holbench/scenarios/page/open-loop';
import { pickCoValues } from '@holbench/scenarios/page/pick-covalues';
import type { PageContext } from '@holbench/scenarios/port/page-context';
import { LANE_BIN_MS, type LaneCommand, type LaneReport } from './lane-messages.ts';

type Of<Does extends LaneCommand['do']> = Extract<LaneCommand, { readonly do: Does }>;

/** A file of an upload, in bytes. The next one begins as soon as it is done. */
const UPLOAD_BYTES = 50 * 1024 * 1024;
/** Longer than anybody watches. */
const TRANSFER_MS = 3_600_000;

/** The messages and the transfer of a lane: those of scenarios 4f and 4g, reported while they go on. */
export class LaneSession {
  readonly #context: PageContext;
  readonly #report: (report: LaneReport) => void;
  #sending: OpenLoop<void> | null = null;
  #transfer: BulkTransfer | null = null;
  #bins: ReturnType<typeof setInterval> | null = null;
  /** Of all messages: one that is late belongs to no later race. */
  #sent = 0;

  constructor(context: PageContext, report: (report: LaneReport) => void) {
    this.#context = context;
    this.#report = report;
  }

  async obey(command: LaneCommand): Promise<void> {
    switch (command.do) {
      case 'send':
        return this.#send(command);
      case 'transfer':
        return this.#move(command);
      case 'stop':
        return this.#stop();
    }
  }

  #send({ perSecond, seed }: Of<'send'>): void {
    if (this.#sending !== null) return;
    const { list, transport } = this.#context;
    const ids = pickCoValues(list, 'text', seed, list.length);
    this.#sending = new OpenLoop({ perSecond, seed }, async (turn: Turn) => {
      const id = ids[turn.index % ids.length];
      if (id === undefined) throw new RangeError('the server has no CoValues to load');
      const index = this.#sent++;
      const clockZeroMs = performance.timeOrigin;
      this.#report({ is: 'sent', index, atMs: clockZeroMs + turn.intendedAtMs });
      const label = LABELS.probe('self', 'load');
      const intent = { label, user: 0, ...turn, clockZeroMs, timeoutMs: PROBE_DEADLINE_MS };
      const { outcome } = await measure(intent, (signal) => transport.load(id, signal));
      const answered = outcome.status === 'ok';
      this.#report({
        is: 'answered',
        index,
        waitMs: answered ? outcome.durationMs : null,
        protocol: answered ? outcome.protocol : 'unproven',
      });
    });
  }

  async #move({ direction, streams, seed }: Of<'transfer'>): Promise<void> {
    if (this.#transfer !== null) return;
    const spec = { phase: 'self', fileBytes: UPLOAD_BYTES, timeoutMs: TRANSFER_MS } as const;
    const transfer = await BulkTransfer.begin(this.#context, { ...spec, direction, streams, seed });
    this.#transfer = transfer;
    this.#report({ is: 'began', atMs: performance.timeOrigin + performance.now() });
    let before = 0;
    this.#bins = setInterval(() => {
      this.#report({ is: 'moved', bytes: transfer.bytes - before });
      before = transfer.bytes;
    }, LANE_BIN_MS);
    void this.#tellEnd(transfer);
  }

  /** Where it fails before it is stopped. */
  async #tellEnd(transfer: BulkTransfer): Promise<void> {
    const reason = await transfer.ended;
    if (reason !== null) this.#report({ is: 'cut', reason });
  }

  async #stop(): Promise<void> {
    if (this.#bins !== null) clearInterval(this.#bins);
    const [sending, transfer] = [this.#sending, this.#transfer];
    this.#sending = null;
    this.#transfer = null;
    this.#bins = null;
    await transfer?.end();
    await sending?.end();
  }
}
