import {
  type RunningVariant,
  type StartOptions,
  startVariant,
} from '@holbench/harness/start-variant';
import { ResourceRecording } from '@holbench/harness/resources/record-resources';
import { unsupportedOf, whyUnsupported } from '@holbench/harness/unsupported';
import { isEnding } from '@holbench/process/cleanup';
import { LOCALHOST } from '@holbench/process/network-side';
import { messageOf, UserError } from '@holbench/process/user-error';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import type { TargetMachine } from '@holbench/results/target-machine';
import { VARIANTS } from '@holbench/variants/registry';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { CONTROL_VERSION, type Event, Order } from './messages.ts';
import { type EchoServer, newEchoId } from './probes/echo.ts';

export interface SessionOptions {
  /** How variants are started here; a bench chooses files and factors. */
  readonly start: Omit<StartOptions, 'fileBytes' | 'factors'>;
  readonly machine: TargetMachine;
  readonly echo: EchoServer;
  /** Ends the variant that was served. @returns what serves it again, once the bench has left. */
  readonly lend: () => Promise<AsyncDisposable>;
}

/** A bench gives one order after the other, and may end what it waits for. */
const MOST_WAITING = 4;

/** A bench that has come: obeys its orders, one after the other, and ends with its connection. */
export class BenchSession {
  readonly #socket: WebSocket;
  readonly #options: SessionOptions;
  /** Resolves when all that it started has ended. */
  readonly over: Promise<void>;
  #lent: AsyncDisposable | null = null;
  #running: RunningVariant | null = null;
  #recording: ResourceRecording | null = null;

  constructor(socket: WebSocket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    let obeyed = this.#welcome();
    let waiting = 0;
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      const text = Buffer.isBuffer(data) && !isBinary ? data.toString('utf8') : '';
      if (waiting >= MOST_WAITING) return socket.terminate();
      waiting += 1;
      const before = obeyed;
      const obey = async (): Promise<void> => {
        await before;
        await this.#obey(text);
        waiting -= 1;
      };
      obeyed = obey();
    });
    this.over = new Promise((resolve) => {
      socket.on('close', () => {
        resolve(obeyed.then(() => this.#leave()));
      });
    });
  }

  async end(): Promise<void> {
    this.#socket.terminate();
    await this.over;
  }

  async #welcome(): Promise<void> {
    const { tools } = this.#options.start;
    this.#tell({
      event: 'welcome',
      controlVersion: CONTROL_VERSION,
      protocolVersion: PROTOCOL_VERSION,
      machine: this.#options.machine,
      unsupported: unsupportedOf(VARIANTS, (variant) => whyUnsupported(variant, tools)),
    });
  }

  async #obey(text: string): Promise<void> {
    // Of a bench that has left.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    try {
      this.#tell(await this.#do(v.parse(v.pipe(v.string(), v.parseJson(), Order), text)));
    } catch (error) {
      if (!(error instanceof UserError || error instanceof v.ValiError)) console.error(error);
      this.#tell({ event: 'refused', message: messageOf(error) });
    }
  }

  async #do(order: Order): Promise<Event> {
    if (order.do === 'stop') return this.#stop();
    if (order.do === 'record') {
      await this.#record();
      return { event: 'recording' };
    }
    if (order.do === 'echo') {
      const id = newEchoId();
      this.#options.echo.expect(id);
      return { event: 'echoing', id: id.toString('hex') };
    }
    const { variant: id, fileBytes, factors } = order;
    const known = VARIANTS.find((each) => each.id === id);
    if (!known) throw new UserError(`there is no variant ${id}`);
    await this.#stop();
    this.#lent ??= await this.#options.lend();
    const { start } = this.#options;
    const running = await startVariant(known, { ...start, fileBytes, factors });
    this.#running = running;
    void this.#watch(running);
    return { event: 'started', versions: running.versions };
  }

  async #watch(running: RunningVariant): Promise<void> {
    const how = await running.ended;
    if (this.#running === running) this.#tell({ event: 'ended', how });
  }

  async #record(): Promise<void> {
    if (!this.#running) throw new UserError('nothing runs that could be recorded');
    this.#recording?.[Symbol.dispose]();
    const recording = new ResourceRecording({ client: LOCALHOST, server: LOCALHOST }, []);
    this.#recording = recording;
    for (const { name, pid } of this.#running.processes)
      await recording.watch({ group: name, pid });
  }

  async #stop(): Promise<Event> {
    const [running, recording] = [this.#running, this.#recording];
    this.#running = null;
    this.#recording = null;
    const resources = await recording?.end().catch(() => null);
    const summary = await running?.stop();
    return { event: 'stopped', resources: resources ?? null, summary: summary ?? null };
  }

  async #leave(): Promise<void> {
    this.#options.echo.expect(null);
    this.#recording?.[Symbol.dispose]();
    try {
      await this.#running?.stop();
    } finally {
      await this.#lent?.[Symbol.asyncDispose]();
    }
  }

  #tell(event: Event): void {
    // What ends with this process is told by the end of the connection.
    if (isEnding()) return;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(event));
  }
}
