import type { CoValueId } from '@holbench/protocol/id';
import { BulkTransfer } from '@holbench/scenarios/families/beside-bulk/bulk-transfer';
import { PROBE_DEADLINE_MS } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { LABELS } from '@holbench/scenarios/labels';
import { measure } from '@holbench/scenarios/page/measure';
import { OpenLoop, type Turn } from '@holbench/scenarios/page/open-loop';
import { pickCoValues } from '@holbench/scenarios/page/pick-covalues';
import type { PageContext } from '@holbench/scenarios/port/page-context';
import type { PageErrorCode } from '@holbench/scenarios/port/transport-error';
import { LANE_BIN_MS, type LaneCommand, type LaneReport, UPLOAD_BYTES } from './lane-messages.ts';

type CommandOf<Does extends LaneCommand['do']> = Extract<LaneCommand, { readonly do: Does }>;

/** Servers keep what is uploaded until they end. */
const MOST_UPLOADED_BYTES = 256 * 1024 * 1024;
/** CoValues whose texts are given another length. Loading one twice costs what loading two does: nothing is kept. */
const SIZED = 4;
const CONNECTION_LOST: PageErrorCode = 'connection_lost';
/** Longer than anybody watches. */
const TRANSFER_MS = 3_600_000;

/** The messages and the transfer of a lane: those of scenarios download and upload, reported while they go on. */
export class LaneSession {
  readonly #context: PageContext;
  readonly #report: (report: LaneReport) => void;
  #sending: OpenLoop<void> | null = null;
  /** Length that the first CoValues' texts have been given. */
  #textBytes: number | null = null;
  #transfer: BulkTransfer | null = null;
  /** Until its first bytes have moved. */
  #beginning: Promise<BulkTransfer> | null = null;
  #bins: ReturnType<typeof setInterval> | null = null;
  /** Never reset: a late answer must not match a message of a later race. */
  #sent = 0;
  #stops = 0;
  #isBroken = false;

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

  async #send({ perSecond, textBytes, seed }: CommandOf<'send'>): Promise<void> {
    if (this.#sending !== null) return;
    const { list, transport } = this.#context;
    const stops = this.#stops;
    // In the order of the list, so that texts of another length are the same ones whatever the seed.
    const sized = list.slice(0, SIZED).map(({ id }) => id);
    const others = list.slice(SIZED);
    const ids = textBytes === null ? pickCoValues(others, 'text', seed, others.length) : sized;
    if (textBytes !== null && textBytes !== this.#textBytes) {
      await this.#resize(sized, textBytes);
      if (stops !== this.#stops) return;
    }
    this.#sending = new OpenLoop({ perSecond, seed }, async (turn: Turn) => {
      const id = ids[turn.index % ids.length];
      if (id === undefined) throw new RangeError('the server has no CoValues to load');
      const index = this.#sent++;
      const clockZeroMs = performance.timeOrigin;
      this.#report({ is: 'sent', index, atMs: clockZeroMs + turn.intendedAtMs });
      const label = LABELS.probe('same', 'load');
      const intent = { label, user: 0, ...turn, clockZeroMs, timeoutMs: PROBE_DEADLINE_MS };
      const { outcome } = await measure(intent, (signal) => transport.load(id, signal));
      // A lane asks for nothing that its variant lacks.
      if (outcome.status !== 'unsupported') this.#report({ is: 'ended', index, outcome });
      if (outcome.status === 'failed' && outcome.code === CONNECTION_LOST) {
        void this.#break(outcome.reason);
      }
    });
  }

  /** The server is down, or has ended the connection: the demo loads this page again until it is back. */
  async #break(reason: string): Promise<void> {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#report({ is: 'broken', reason: `connection lost: ${reason}` });
    await this.#end();
  }

  async #resize(ids: readonly CoValueId[], textBytes: number): Promise<void> {
    const mutation = { summary: '', preview: 'x'.repeat(textBytes) };
    const signal = AbortSignal.timeout(PROBE_DEADLINE_MS);
    await Promise.all(ids.map((id) => this.#context.transport.mutate(id, mutation, signal)));
    this.#textBytes = textBytes;
  }

  async #move({ direction, streams, seed }: CommandOf<'transfer'>): Promise<void> {
    if (this.#transfer !== null || this.#beginning !== null) return;
    const stops = this.#stops;
    const spec = { phase: 'same', fileBytes: UPLOAD_BYTES, timeoutMs: TRANSFER_MS } as const;
    const beginning = BulkTransfer.begin(this.#context, { ...spec, direction, streams, seed });
    this.#beginning = beginning;
    const transfer = await beginning.finally(() => (this.#beginning = null));
    // It was stopped before its first bytes, and ends as soon as it can.
    if (stops !== this.#stops) return;
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
      if (before < mostBytes || this.#bins === null) return;
      clearInterval(this.#bins);
      this.#bins = null;
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
    await this.#end();
    this.#report({ is: 'idle' });
  }

  async #end(): Promise<void> {
    this.#stops += 1;
    if (this.#bins !== null) clearInterval(this.#bins);
    const [sending, transfer] = [this.#sending, this.#transfer];
    this.#sending = null;
    this.#transfer = null;
    this.#bins = null;
    // No message is sent while the transfer ends.
    const answered = sending?.end();
    await (transfer ?? (await this.#beginning?.catch(() => null)))?.end();
    await answered;
  }
}
