import type { ClientTransport } from '../transport/client-transport.ts';
import type { Measurement, PayloadKind } from '@holbench/results/sample';

/**
 * The interface between the page and whoever drives it: buttons, bench and tests call the same
 * functions, found at `window.holbench`.
 */
export interface HolbenchPage {
  /** Resolves when the transport is connected and the dataset's list is known. */
  readonly ready: Promise<void>;
  /** The page's own transport, for tests of single operations. */
  transport(): Promise<ClientTransport>;
  /** 1a: loads `size` CoValues at once. */
  loadBatch(spec: BatchSpec): Promise<Measurement[]>;
  /** 2c: creates `size` CoValues at once. */
  createBatch(spec: BatchSpec): Promise<Measurement[]>;
  /** 1b: loads one CoValue. */
  loadOne(spec: UserSpec): Promise<Measurement>;
  /** 2d: creates one CoValue. */
  createOne(spec: UserSpec): Promise<Measurement>;
  /** From navigation start to ready, with the protocol of the navigation itself. */
  pageLoad(user: number): Promise<Measurement>;
  /** 3e, in a subscriber's page: subscribes to the watched CoValue and records what arrives. */
  subscribe(spec: SubscriberSpec): Promise<void>;
  /** 3e, in the producer's page: mutates the watched CoValue `mutations` times, one by one. */
  produce(spec: ProducerSpec): Promise<Measurement[]>;
  /** 3e, in a subscriber's page: resolves when `mutations` events are in, or at the deadline. */
  received(spec: ReceivedSpec): Promise<Measurement[]>;
}

interface OperationSpec {
  readonly kind: PayloadKind;
  /** An operation that takes longer has failed with the code `timeout`. */
  readonly timeoutMs: number;
  /** Seeds which CoValues are loaded and what created ones hold. */
  readonly seed: number;
}

export interface BatchSpec extends OperationSpec {
  readonly size: number;
  /** Size of each created file in bytes (binary 2c). */
  readonly fileBytes: number;
}

export interface UserSpec extends OperationSpec {
  readonly user: number;
  readonly fileBytes: number;
}

export interface SubscriberSpec extends OperationSpec {
  readonly user: number;
}

export interface ProducerSpec extends OperationSpec {
  readonly mutations: number;
}

export interface ReceivedSpec {
  readonly mutations: number;
  readonly timeoutMs: number;
}

declare global {
  interface Window {
    holbench: HolbenchPage;
  }
}
