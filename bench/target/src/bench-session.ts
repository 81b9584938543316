import type { StartOptions } from '@holbench/harness/start-variant';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import { ResourceRecording } from '@holbench/harness/resources/record-resources';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { LOCALHOST } from '@holbench/process/network-side';
import { messageOf, UserError } from '@holbench/process/user-error';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import type { TargetMachine } from '@holbench/results/target-machine';
import { variant as variantOf, VARIANTS } from '@holbench/variants/registry';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { CONTROL_VERSION, type Event, Order } from './messages.ts';
import { type EchoServer, newEchoId } from './probes/echo.ts';

export interface SessionOptions {
  /** How variants are started here; a bench chooses files and factors. */
  readonly start: Omit<StartOptions, 'fileBytes' | 'factors'>;
  readonly machine: TargetMachine;
  readonly echo: EchoServer;
  /** What was served before ends, and begins again when the bench has left. */
  readonly lend: () => Promise<AsyncDisposable>;
}

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
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      const text = Buffer.isBuffer(data) && !isBinary ? data.toString('utf8') : '';
      obeyed = obeyed.then(() => this.#obey(text));
    });
    this.over = new Promise((resolve) => {
      socket.on('close', () => {
        resolve(obeyed.then(() => this.#leave()));
      });
    });
  }

  /** @param why for the bench. */
  async end(why: string): Promise<void> {
    this.#socket.close(1001, why);
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
      unsupported: VARIANTS.flatMap((variant) => {
        const reason = whyUnsupported(variant, tools);
        return reason === null ? [] : [{ variant: variant.id, reason }];
      }),
    });
  }

  async #obey(text: string): Promise<void> {
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
    const running = await startVariant(variantOf(id), { ...start, fileBytes, factors });
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
    const resources = (await recording?.end()) ?? null;
    return { event: 'stopped', resources, summary: (await running?.stop()) ?? null };
  }

  async #leave(): Promise<void> {
    this.#options.echo.expect(null);
    this.#recording?.[Symbol.dispose]();
    await this.#running?.stop();
    await this.#lent?.[Symbol.asyncDispose]();
  }

  #tell(event: Event): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(event));
  }
}
