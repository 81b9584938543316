import { join } from 'node:path';
import type { ChunkForm } from '@holbench/protocol/chunk-form';
import type {
  CoValue,
  CoValueSummary,
  CoValueText,
  FileInfo,
  Mutation,
} from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import { uploadWindowChunks } from '@holbench/protocol/wire-limits';
import type { CreatedCoValue, NewCoValue, StoredChunk } from '@holbench/protocol/bodies';
import { CoValueStore } from './covalues/covalue-store.ts';
import { EventChannel, type Subscription } from './covalues/event-channel.ts';
import { EventBudget } from './covalues/event-history.ts';
import { MutationLog } from './covalues/mutation-log.ts';
import { datasetFileName, readDataset } from '@holbench/dataset/dataset';
import { FileStreamManager } from './files/file-stream-manager.ts';
import type { Chunk } from './files/read-chunks.ts';
import type { Uploader } from './files/upload-room.ts';
import type { ServerOptions } from './server/command-line.ts';
import { DEFAULT_LIMITS, type ClientLimits } from './server/client-limits.ts';
import { RequestLog } from './server/request-log.ts';
import { nowMs } from './now-ms.ts';
import { UnreadAnswers } from './unread-answers.ts';
import type { SentPing } from './websocket/pings.ts';

type LabOptions = Pick<ServerOptions, 'data' | 'uploads' | 'factors'> &
  Partial<Pick<ServerOptions, 'stampLoads' | 'limits'>>;

/** The summary is one line, which the harness reads at once. */
const MOST_LOAD_STAMPS = 100_000;

/**
 * The application behind every transport. It sees no socket and no request: HTTP reaches it through
 * `http/routes.ts`, WebSockets through `websocket/session.ts`. Every method throws `LabError` when
 * its caller breaks a rule.
 */
export class LabApp {
  readonly #store: CoValueStore;
  readonly #files: FileStreamManager;
  /** Null by default (factor `persistence`). */
  readonly #mutationLog: MutationLog | null;
  /** For the transports; null by default (factor `logging`). */
  readonly requestLog: RequestLog | null;
  readonly factors: LabOptions['factors'];
  readonly limits: ClientLimits;
  /** Of all connections. */
  readonly unreadAnswers: UnreadAnswers;
  readonly #eventBudget: EventBudget;
  readonly #channels = new Map<CoValueId, EventChannel>();
  readonly #textsOfUploads = new Map<CoValueId, CoValueText>();
  /** Null by default (option `--stamp-loads`). */
  readonly #loadStamps: number[] | null;
  /** Of all connections (factor `ping`). */
  readonly pings: SentPing[] = [];
  #droppedEvents = 0;
  #subscriptions = 0;
  #brokenTransfers = 0;

  private constructor(
    covalues: readonly CoValue[],
    files: FileStreamManager,
    logs: { readonly mutations: MutationLog | null; readonly requests: RequestLog | null },
    { factors, stampLoads = false, limits = DEFAULT_LIMITS }: LabOptions,
  ) {
    this.#store = new CoValueStore(covalues, limits, (id) => this.#forget(id));
    this.#eventBudget = new EventBudget(limits.eventBytes);
    this.#files = files;
    this.#mutationLog = logs.mutations;
    this.requestLog = logs.requests;
    this.factors = factors;
    this.limits = limits;
    this.unreadAnswers = new UnreadAnswers(limits, factors.chunkBytes);
    this.#loadStamps = stampLoads ? [] : null;
  }

  static async open(options: LabOptions): Promise<LabApp> {
    const { data, uploads, factors, limits = DEFAULT_LIMITS } = options;
    const { covalues } = await readDataset(data);
    const files = await FileStreamManager.open(uploads, factors, limits, (id) =>
      app.#store.remove(id),
    );
    covalues.forEach(({ id, file }, index) => {
      if (file) files.add(id, join(data, datasetFileName(index)), file);
    });
    // Beside the uploads, and removed with them.
    const { persistence, logging } = factors;
    const logs = {
      mutations: persistence === 'memory' ? null : await MutationLog.open(uploads, persistence),
      requests: logging === 'off' ? null : await RequestLog.open(uploads),
    };
    const app = new LabApp(covalues, files, logs, options);
    return app;
  }

  /** Form of file chunks, for every transport. */
  get chunkForm(): ChunkForm {
    const { chunkBytes, encoding } = this.factors;
    return { chunkBytes, encoding };
  }

  list(): CoValueSummary[] {
    return this.#store.list();
  }

  load(id: CoValueId): CoValue {
    const loaded = this.#store.get(id);
    if (this.#loadStamps !== null && this.#loadStamps.length < MOST_LOAD_STAMPS) {
      this.#loadStamps.push(nowMs());
    }
    return loaded;
  }

  /** The file's chunks, pulled; `headroomBytes` as in `FileStreamManager.read`. */
  loadFile(id: CoValueId, headroomBytes: number): { file: FileInfo; chunks: AsyncIterable<Chunk> } {
    this.#store.get(id);
    return { file: this.#files.info(id), chunks: this.#files.read(id, headroomBytes) };
  }

  /**
   * Creates a CoValue; one with a file appears when `storeChunk` has stored its last chunk.
   * @param bulkWindowBytes Maximum in-flight bytes of the file; null: no limit.
   * @param uploader whose uploads have a limit.
   */
  async create(
    { text, file }: NewCoValue,
    bulkWindowBytes: number | null,
    uploader: Uploader,
  ): Promise<CreatedCoValue> {
    const id = CoValueStore.newId();
    if (!file) {
      this.#store.add(id, text, null);
      if (this.#mutationLog) {
        await this.#mutationLog.append({ type: 'create', id, text, file: null });
      }
      return { id, upload: null };
    }
    const { chunkBytes, uploadWindowBytes } = this.factors;
    const windowChunks = uploadWindowChunks(chunkBytes, uploadWindowBytes, bulkWindowBytes);
    await this.#files.begin(id, file, windowChunks, uploader, (complete) => {
      this.#textsOfUploads.delete(id);
      if (!complete) this.#brokenTransfers++;
    });
    this.#textsOfUploads.set(id, text);
    return { id, upload: { windowChunks, ...this.chunkForm } };
  }

  /**
   * A chunk that breaks a rule ends its upload, which could not become complete any more.
   * @param decode Returns the chunk's bytes; throws for a broken rule.
   */
  async storeChunk(
    id: CoValueId,
    index: number,
    decode: () => Uint8Array<ArrayBuffer>,
  ): Promise<StoredChunk> {
    const text = this.#textsOfUploads.get(id);
    try {
      const file = await this.#files.store(id, index, decode());
      if (file && text) {
        this.#store.add(id, text, file);
        if (this.#mutationLog) await this.#mutationLog.append({ type: 'create', id, text, file });
      }
      return { index, file };
    } catch (error) {
      await this.abandonUpload(id);
      throw error;
    }
  }

  /** Ends an upload whose client has left. */
  async abandonUpload(id: CoValueId): Promise<void> {
    await this.#files.abandon(id);
  }

  /** @returns the id of the event that subscribers receive. */
  async mutate(id: CoValueId, mutation: Mutation): Promise<number> {
    this.#store.mutate(id, mutation);
    // While the log is written, it may make room for others.
    const channel = this.#channel(id);
    if (this.#mutationLog) await this.#mutationLog.append({ type: 'mutate', id, mutation });
    return channel.publish(mutation);
  }

  /** Events after `lastEventId`, or from now on. The caller must `end()` the subscription. */
  subscribe(id: CoValueId, lastEventId: number | undefined): Subscription {
    this.#store.get(id);
    const { subscriptions } = this.limits;
    if (this.#subscriptions >= subscriptions) {
      throw new LabError('too_many', `over ${subscriptions} subscriptions of all clients`);
    }
    this.#subscriptions++;
    return this.#channel(id).subscribe(lastEventId);
  }

  /** Counts a transfer that ended before its last byte. */
  countBrokenTransfer(): void {
    this.#brokenTransfers++;
  }

  get counters(): { droppedEvents: number; brokenTransfers: number } {
    return { droppedEvents: this.#droppedEvents, brokenTransfers: this.#brokenTransfers };
  }

  /** When the answer to each load was ready, in ms since 1970; empty unless they are kept. */
  get loadsAtMs(): readonly number[] {
    return this.#loadStamps ?? [];
  }

  async close(): Promise<void> {
    for (const channel of this.#channels.values()) channel.close();
    await this.#mutationLog?.close();
    this.requestLog?.close();
    await this.#files.close();
  }

  /** A CoValue that made room for others. */
  #forget(id: CoValueId): void {
    this.#channels.get(id)?.close();
    this.#channels.delete(id);
    void this.#files.remove(id);
  }

  #channel(id: CoValueId): EventChannel {
    let channel = this.#channels.get(id);
    if (!channel) {
      channel = new EventChannel(id, this.#eventBudget, (droppedEvents) => {
        this.#droppedEvents += droppedEvents;
        this.#subscriptions--;
      });
      this.#channels.set(id, channel);
    }
    return channel;
  }
}
