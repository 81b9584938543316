import { randomBytes } from 'node:crypto';
import type {
  CoValue,
  CoValueSummary,
  CoValueText,
  FileInfo,
  Mutation,
} from '@holbench/protocol/covalue';
import { LabError } from '@holbench/protocol/errors';
import type { CoValueId } from '@holbench/protocol/id';
import { MAX_COVALUES } from '@holbench/protocol/wire-limits';
import type { ClientLimits } from '../server/client-limits.ts';
import { textBytes } from './text-bytes.ts';

/** Memory of a CoValue without its texts. */
const COVALUE_BYTES = 512;

/** What one CoValue costs, in bytes. */
interface Cost {
  readonly memory: number;
  /** In the answer to `list`, as JSON. */
  readonly row: number;
}

const NOTHING: Cost = { memory: 0, row: 0 };

/**
 * The CoValues of one server process, in memory. Those of the data set stay. Of those that clients created, the
 * oldest are removed when their number, their texts or their part of the list reach a limit.
 */
export class CoValueStore {
  readonly #covalues = new Map<CoValueId, CoValue>();
  readonly #limits: Pick<ClientLimits, 'createdBytes' | 'listBytes'>;
  readonly #onRemoved: (id: CoValueId) => void;
  /** Of clients, in the order of their creation. */
  readonly #created = new Map<CoValueId, Cost>();
  #all = NOTHING;

  /** @param onRemoved is told of each that made room. */
  constructor(
    covalues: readonly CoValue[],
    limits: Pick<ClientLimits, 'createdBytes' | 'listBytes'>,
    onRemoved: (id: CoValueId) => void = () => {},
  ) {
    for (const covalue of covalues) this.#covalues.set(covalue.id, covalue);
    this.#limits = limits;
    this.#onRemoved = onRemoved;
  }

  list(): CoValueSummary[] {
    return Array.from(this.#covalues.values(), summaryOf);
  }

  /** @throws LabError `unknown_covalue`. */
  get(id: CoValueId): CoValue {
    const covalue = this.#covalues.get(id);
    if (!covalue) throw new LabError('unknown_covalue', 'there is no CoValue with this id');
    return covalue;
  }

  /** Of a client. */
  add(id: CoValueId, text: CoValueText, file: FileInfo | null): void {
    const covalue = { id, lastUpdated: Date.now(), ...text, file, attachment: null };
    this.#covalues.set(id, covalue);
    this.#account(covalue);
  }

  /** @throws LabError `unknown_covalue`, also for an attachment that does not exist. */
  mutate(id: CoValueId, { attachment, ...changes }: Mutation): void {
    const covalue = this.get(id);
    if (attachment) this.get(attachment);
    const changed = {
      ...covalue,
      ...definedOnly(changes),
      attachment: attachment ?? covalue.attachment,
      lastUpdated: Date.now(),
    };
    this.#covalues.set(id, changed);
    if (this.#created.has(id)) this.#account(changed);
  }

  /** Removes one that a client created. */
  remove(id: CoValueId): void {
    const cost = this.#created.get(id);
    if (!cost) return;
    this.#created.delete(id);
    this.#add(NOTHING, cost);
    this.#covalues.delete(id);
    this.#onRemoved(id);
  }

  static newId(): CoValueId {
    return `co_${randomBytes(8).toString('hex')}`;
  }

  #account(covalue: CoValue): void {
    const row = Buffer.byteLength(JSON.stringify(summaryOf(covalue)));
    const cost = { memory: COVALUE_BYTES + textBytes(covalue), row };
    this.#add(cost, this.#created.get(covalue.id) ?? NOTHING);
    this.#created.set(covalue.id, cost);
    for (const oldest of this.#created.keys()) {
      if (!this.#isFull() || oldest === covalue.id) break;
      this.remove(oldest);
    }
  }

  #add(cost: Cost, before: Cost): void {
    const { memory, row } = this.#all;
    this.#all = { memory: memory + cost.memory - before.memory, row: row + cost.row - before.row };
  }

  #isFull(): boolean {
    const { createdBytes, listBytes } = this.#limits;
    const { memory, row } = this.#all;
    return memory > createdBytes || row > listBytes || this.#covalues.size > MAX_COVALUES;
  }
}

function summaryOf({ id, lastUpdated, author, title, file }: CoValue): CoValueSummary {
  return { id, lastUpdated, author, title, file };
}

/** Without undefined values, which a spread would copy over existing ones. */
function definedOnly(changes: Omit<Mutation, 'attachment'>): Partial<CoValueText> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
