import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoCaptures } from '@holbench/harness/tools/capture-tools';
import { cleanUpAtExit } from '@holbench/process/cleanup';
import type { NetworkSide } from '@holbench/process/network-side';
import { type TemporaryFolder, temporaryFolder } from '@holbench/process/temporary-folder';
import { letRead } from '@holbench/process/unprivileged';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Sample } from '@holbench/results/sample';
import type { PathRecording } from '@holbench/results/message-path';
import type { Direction } from '@holbench/scenarios/scenario';
import { directionOf } from '@holbench/scenarios/registry';
import { isOverQuic } from '@holbench/variants/protocols';
import { variant as variantOf } from '@holbench/variants/registry';
import { readSockets } from '@holbench/wait/sockets';
import { messagePaths } from '@holbench/wait/message-paths';
import type { Transport } from '@holbench/wait/wire/packet';
import { failureReason } from '../failure-reason.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { dissect } from './dissect.ts';
import { whyNoRoom } from './free-disk.ts';
import { addPaths, countPaths, loadsOf } from './phase-loads.ts';
import { nameOf, type PhaseFiles, type RecordingPhase, startPhase } from './record-phase.ts';

interface RecorderOptions {
  /** The cell's folder of logs; the recordings get a folder `ways` in it. */
  readonly logFolder: string;
  readonly client: NetworkSide;
  readonly server: NetworkSide;
  /** The server's. */
  readonly port: number;
  /** Cells that record at the same time, with this one. */
  readonly cells: number;
  /** That each of them records. */
  readonly connections: number;
  /** Whether captures and keys stay when the cell has ended. */
  readonly keep: boolean;
}

/** Records where the messages of a cell wait. It never rejects: what goes wrong is a line of its result. */
export class PathRecorder implements AsyncDisposable {
  readonly #options: RecorderOptions;
  readonly #profile: NetworkProfile;
  readonly #transport: Transport;
  readonly #direction: Direction;
  readonly #folder: string;
  readonly #problems: string[] = [];
  readonly #phases: PhaseFiles[] = [];
  /** The browser may be another user's, who cannot enter the run folder. */
  #lent: TemporaryFolder | null = null;
  #forget: () => void = () => {};
  /** False where this machine cannot, as a line of the problems says. */
  #records = false;

  private constructor({ variant, network, scenario }: PlannedCell, options: RecorderOptions) {
    this.#options = options;
    this.#profile = network.profile;
    this.#transport = isOverQuic(variantOf(variant).protocol) ? 'quic' : 'tcp';
    this.#direction = directionOf(scenario);
    this.#folder = join(options.logFolder, 'ways');
  }

  static async open(planned: PlannedCell, options: RecorderOptions): Promise<PathRecorder> {
    const recorder = new PathRecorder(planned, options);
    await recorder.#open().catch((error: unknown) => recorder.#note(failureReason(error)));
    return recorder;
  }

  /** The file for the browser's TLS keys; undefined where nothing is recorded. */
  get keyLog(): string | undefined {
    return this.#records && this.#lent ? join(this.#lent.path, KEYS) : undefined;
  }

  /** Begins with a connection. */
  async record(connection: number): Promise<RecordingPhase> {
    if (!this.#records) return NOTHING;
    const { client, server, port } = this.#options;
    const sampled = this.#transport === 'quic' ? null : this.#direction;
    const sides = {
      client,
      server,
      transport: this.#transport,
      port,
      folder: this.#folder,
      sampled,
    };
    const running = await startPhase({ connection }, sides, (problem) => this.#note(problem));
    if (running.files !== null) this.#phases.push(running.files);
    return running;
  }

  /**
   * Finds the paths of the recorded phases' messages, and puts them into their samples.
   * @param handledAtMs `ServerSummary.loadsAtMs`.
   */
  async find(samples: Sample[], handledAtMs: readonly number[]): Promise<PathRecording> {
    let capturedBytes = 0;
    for (const files of this.#phases) {
      try {
        capturedBytes += await sizeOf(files);
        await this.#findIn(files, samples, handledAtMs);
      } catch (error) {
        this.#note(`${nameOf(files)}: ${failureReason(error)}`);
      }
    }
    const counts = countPaths(samples, this.#profile, this.#direction);
    return { capturedBytes, ...counts, problems: [...this.#problems] };
  }

  /** Deletes what was recorded, unless it is to be kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { keyLog } = this;
    if (!this.#options.keep) {
      await rm(this.#folder, REMOVAL).catch((error: unknown) =>
        console.error(`holbench: ${failureReason(error)}; delete ${this.#folder}`),
      );
    } else if (keyLog !== undefined) {
      await copyFile(keyLog, join(this.#folder, KEYS)).catch((error: unknown) =>
        console.error(`holbench: no TLS keys in ${this.#folder}: ${failureReason(error)}`),
      );
    }
    await this.#lent?.[Symbol.asyncDispose]();
    this.#forget();
  }

  async #open(): Promise<void> {
    // A run that was killed may have left some of a cell that is run again.
    await rm(this.#folder, REMOVAL);
    await mkdir(this.#folder, { recursive: true });
    if (!this.#options.keep) {
      const remove = () => rm(this.#folder, REMOVAL);
      this.#forget = cleanUpAtExit(remove, () => rmSync(this.#folder, REMOVAL));
    }
    const why = (await whyNoCaptures()) ?? (await whyNoRoom(this.#folder, this.#options));
    if (why !== null) {
      this.#note(`not recorded: ${why}`);
      return;
    }
    this.#lent = await temporaryFolder('keys');
    await letRead(this.#lent.path);
    this.#records = true;
  }

  async #findIn(
    files: PhaseFiles,
    samples: Sample[],
    handledAtMs: readonly number[],
  ): Promise<void> {
    const { client, server, sockets, endedAtMs } = files;
    const { port } = this.#options;
    const transport = this.#transport;
    const keys = this.keyLog ?? '';
    const packetsOf = (path: string) => dissect({ path, transport, port, keys });
    const dissecting = [packetsOf(client), packetsOf(server)] as const;
    // Both have ended before one that failed is told: cells side by side measure after that.
    await Promise.allSettled(dissecting);
    const [atClient, atServer] = await Promise.all(dissecting);
    for (const { problem } of [atClient, atServer]) if (problem !== null) this.#note(problem);
    const told = sockets === null ? null : readSockets(await readFile(sockets, 'latin1'), port);
    if (told?.problem) this.#note(`${nameOf(files)}: ${told.problem}`);
    const recording = {
      transport,
      direction: this.#direction,
      client: atClient.packets,
      server: atServer.packets,
      sockets: told?.states ?? [],
      handledAtMs,
      endedAtMs,
    };
    const loads = loadsOf(samples, files);
    const { paths, problems } = messagePaths(
      recording,
      loads.map(({ sent }) => sent),
    );
    for (const problem of problems) this.#note(`${nameOf(files)}: ${problem}`);
    addPaths(samples, loads, paths);
  }

  #note(problem: string): void {
    this.#problems.push(problem);
  }
}

const KEYS = 'keys.log';

const NOTHING: RecordingPhase = {
  pids: [],
  files: null,
  end: async () => {},
  [Symbol.asyncDispose]: async () => {},
};

const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

async function sizeOf({ client, server }: PhaseFiles): Promise<number> {
  const [atClient, atServer] = await Promise.all([stat(client), stat(server)]);
  return atClient.size + atServer.size;
}
