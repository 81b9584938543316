import { readFile } from 'node:fs/promises';
import { runTool } from '@holbench/process/run-tool';

/** How often systems without VmHWM are asked, in milliseconds. */
const INTERVAL_MS = 200;

/**
 * Watches the resident set size of a process. Linux keeps the peak itself (VmHWM of
 * /proc/PID/status, proc_pid_status(5)); elsewhere `ps` is asked at intervals.
 */
export class PeakRss implements Disposable {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  #peakBytes = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => void this.read().catch(() => {}), INTERVAL_MS);
  }

  /** The highest so far, in bytes. @throws when the process has gone. */
  async read(): Promise<number> {
    this.#peakBytes = Math.max(this.#peakBytes, await this.#now());
    return this.#peakBytes;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #now(): Promise<number> {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${this.#pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    }
    return Number(await runTool('ps', ['-o', 'rss=', '-p', String(this.#pid)])) * 1024;
  }
}
