import type { ClientTransport } from './client-transport.ts';
import type { Told } from './told.ts';

/** The functions of one scenario's page; arguments and results are plain data. */
// oxlint-disable-next-line typescript/no-explicit-any -- each scenario types its own
export type PageFunctions = Readonly<Record<string, (...given: any[]) => Promise<unknown>>>;

/** The interface between the page and its drive: `window.holbench`. */
export interface HolbenchPage {
  /** Resolves when the transport is connected and the list of CoValues is known. */
  readonly ready: Promise<void>;
  /** The page's own transport, for tests of single operations. */
  transport(): Promise<ClientTransport>;
  /** One request as the page's transport makes it, for tests: `fetch`, or what is in its place. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Calls a function of a scenario's page. @throws Error for an unknown name. */
  call(scenario: string, name: string, given: readonly unknown[]): Promise<unknown>;
}

declare global {
  interface Window {
    holbench: HolbenchPage;
    /** `TELL` */
    holbenchTell?: (told: Told) => void;
  }
}
