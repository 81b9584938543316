import { BulkTransfer } from '@holbench/scenarios/families/beside-bulk/bulk-transfer';
import { PROBE_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { LABELS } from '@holbench/scenarios/labels';
import { measure } from '@holbench/scenarios/page/measure';
import { OpenLoop, type Turn } from '@holbench/scenarios/page/open-loop';
import { pickCoValues } from '@holbench/scenarios/page/pick-covalues';
import type { PageContext } from '@holbench/scenarios/port/page-context';
import { LANE_BIN_MS, type LaneCommand, type LaneReport, UPLOAD_BYTES } from './lane-messages.ts';

type CommandOf<Does extends LaneCommand['do']> = Extract<LaneCommand, { readonly do: Does }>;

/** Servers keep what is uploaded until they end. */
const MOST_UPLOADED_BYTES = 256 * 1024 * 1024;
/** Longer than anybody watches. */
const TRANSFER_MS = 3_600_000;

/** The messages and the transfer of a lane: those of scenarios 4f and 4g, reported while they go on. */
export class LaneSession {
  readonly #context: PageContext;
  readonly #report: (report: LaneReport) => void;
  #sending: OpenLoop<void> | null = null;
  #transfer: BulkTransfer | null = null;
  #bins: ReturnType<typeof setInterval> | null = null;
  /** Never reset: a late answer must not match a message of a later race. */
  #sent = 0;
  #stops = 0;

  constructor(context: PageContext, report: (report: LaneReport) => void) {
    this.#context = context;
    this.#report = report;
  }

  async run(command: LaneCommand): Promise<void> {
    switch (command.do) {
      case 'send':
        return this.#send(command);
      case 'transfer':
        return this.#move(command);
      case 'stop':
        return this.#stop();
    }
  }

  #send({ perSecond, seed }: CommandOf<'send'>): void {
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
      // A lane asks for nothing that its variant lacks.
      if (outcome.status !== 'unsupported') this.#report({ is: 'ended', index, outcome });
    });
  }

  async #move({ direction, streams, seed }: CommandOf<'transfer'>): Promise<void> {
    if (this.#transfer !== null) return;
    const stops = this.#stops;
    const spec = { phase: 'self', fileBytes: UPLOAD_BYTES, timeoutMs: TRANSFER_MS } as const;
    const transfer = await BulkTransfer.begin(this.#context, { ...spec, direction, streams, seed });
    // It was stopped before its first bytes.
    if (stops !== this.#stops) return void (await transfer.end());
    this.#transfer = transfer;
    this.#report({ is: 'began', atMs: performance.timeOrigin + performance.now() });
    const mostBytes = direction === 'upload' ? MOST_UPLOADED_BYTES : Infinity;
    this.#bins = this.#tellBytes(transfer, mostBytes);
    void this.#tellEnd(transfer);
  }

  /** Reports each bin once, also where a timer is late. */
  #tellBytes(transfer: BulkTransfer, mostBytes: number): ReturnType<typeof setInterval> {
    const beganMs = performance.now();
    let [told, before] = [0, 0];
    return setInterval(() => {
      const due = Math.floor((performance.now() - beganMs) / LANE_BIN_MS);
      for (; told < due; told += 1) {
        // Of bins that are told together the last one has the bytes of all.
        const bytes = told === due - 1 ? transfer.bytes - before : 0;
        before += bytes;
        this.#report({ is: 'moved', bytes });
      }
      if (before < mostBytes || this.#transfer === null) return;
      this.#report({ is: 'cut', reason: `${before} bytes are uploaded, as many as a race may` });
      void transfer.end();
    }, LANE_BIN_MS);
  }

  /** Reports a transfer that fails before `stop`. */
  async #tellEnd(transfer: BulkTransfer): Promise<void> {
    const reason = await transfer.ended;
    if (reason !== null) this.#report({ is: 'cut', reason });
  }

  async #stop(): Promise<void> {
    this.#stops += 1;
    if (this.#bins !== null) clearInterval(this.#bins);
    const [sending, transfer] = [this.#sending, this.#transfer];
    this.#sending = null;
    this.#transfer = null;
    this.#bins = null;
    // No message is sent while the transfer ends.
    const answered = sending?.end();
    await transfer?.end();
    await answered;
    this.#report({ is: 'idle' });
  }
}
