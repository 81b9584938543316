import type { ClientTransport } from '../transport/client-transport.ts';
import type { FanOutPhase, Measurement, PayloadKind, ProbePhase } from '@holbench/results/sample';

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
  /** 5h: how long it took until the first byte, and until the first message. */
  setUp(spec: SetUpSpec): Promise<Measurement[]>;
  /** 3e, 6i, in a subscriber's page: subscribes to the watched CoValue and records what arrives. */
  subscribe(spec: SubscriberSpec): Promise<void>;
  /** 3e, in the producer's page: mutates the watched CoValue `mutations` times, one by one. */
  produce(spec: ProducerSpec): Promise<Measurement[]>;
  /** 3e, 6i, in a subscriber's page: resolves when `mutations` events are in, or at the deadline. */
  received(spec: ReceivedSpec): Promise<Measurement[]>;
  /** 6i, in the producer's page: mutates the watched CoValue on a schedule. */
  produceOnSchedule(spec: ScheduledProducerSpec): Promise<Measurement[]>;
  /** 6i, in the producer's page: fills what lies on the way to a subscriber that does not read. */
  fillQueue(spec: FillSpec): Promise<number>;
  /** 4f, 4g: begins to send probes; resolves when the first is on its way. */
  beginProbes(spec: ProbeSpec): Promise<void>;
  /** 4f, 4g: sends no more; resolves when each probe is answered or past its deadline. */
  endProbes(): Promise<Measurement[]>;
  /** 4f, 4g: begins the bulk; resolves when its first bytes have moved. */
  beginBulk(spec: BulkSpec): Promise<void>;
  /** 4f, 4g: cuts the bulk off. */
  endBulk(): Promise<BulkResult>;
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

export interface SetUpSpec {
  readonly user: number;
  /** Whether the browser has been here before: it may hold session tickets. */
  readonly returning: boolean;
}

export interface SubscriberSpec extends OperationSpec {
  readonly user: number;
  /** Of its measurements. */
  readonly label: string;
}

export interface ProducerSpec extends OperationSpec {
  readonly mutations: number;
}

export interface ScheduledProducerSpec {
  readonly phase: FanOutPhase;
  readonly mutations: number;
  readonly perSecond: number;
  readonly timeoutMs: number;
  readonly seed: number;
}

export interface FillSpec {
  /** Mutations of 100 000 characters, and then of none. */
  readonly largeEvents: number;
  readonly smallEvents: number;
  /** A mutation that is not acknowledged for so long is blocked: no more are sent. */
  readonly patienceMs: number;
  /** Sends no more after this, whether or not anything is full. */
  readonly limitMs: number;
}

export interface ReceivedSpec {
  readonly mutations: number;
  readonly timeoutMs: number;
}

export interface ProbeSpec {
  readonly phase: ProbePhase;
  /** Both kinds together. */
  readonly probesPerSecond: number;
  readonly timeoutMs: number;
  readonly seed: number;
}

export interface BulkSpec {
  readonly phase: ProbePhase;
  readonly direction: 'download' | 'upload';
  /** Files that move at the same time. */
  readonly streams: number;
  /** Size of each uploaded file, in bytes. */
  readonly fileBytes: number;
  readonly timeoutMs: number;
  readonly seed: number;
}

export interface BulkResult {
  /** `timeOrigin + now()`, as the probes' `intendedAtMs`. */
  readonly beganAtMs: number;
  readonly binMs: number;
  /** Payload bytes moved in each bin since `beganAtMs`. */
  readonly binBytes: readonly number[];
  /** One per file that was moved whole, or failed. */
  readonly measurements: readonly Measurement[];
}

declare global {
  interface Window {
    holbench: HolbenchPage;
  }
}
