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
import { MAX_COVALUES } from '@holbench/protocol/limits';
import { textBytes } from './text-bytes.ts';

/** Memory of a CoValue without its texts. */
const COVALUE_BYTES = 512;

/**
 * The CoValues of one server process, in memory. Those of the data set stay. Of those that clients created, the
 * oldest are removed when their number or their texts reach a limit.
 */
export class CoValueStore {
  readonly #covalues = new Map<CoValueId, CoValue>();
  readonly #mostBytes: number;
  readonly #onRemoved: (id: CoValueId) => void;
  /** Of clients, in the order of their creation, with their memory. */
  readonly #created = new Map<CoValueId, number>();
  #createdBytes = 0;

  /**
   * @param mostBytes Memory of all that clients created.
   * @param onRemoved is told of each that made room.
   */
  constructor(
    covalues: readonly CoValue[],
    mostBytes: number,
    onRemoved: (id: CoValueId) => void = () => {},
  ) {
    for (const covalue of covalues) this.#covalues.set(covalue.id, covalue);
    this.#mostBytes = mostBytes;
    this.#onRemoved = onRemoved;
  }

  list(): CoValueSummary[] {
    return Array.from(this.#covalues.values(), ({ id, lastUpdated, author, title, file }) => ({
      id,
      lastUpdated,
      author,
      title,
      file,
    }));
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
    const bytes = this.#created.get(id);
    if (bytes === undefined) return;
    this.#created.delete(id);
    this.#createdBytes -= bytes;
    this.#covalues.delete(id);
    this.#onRemoved(id);
  }

  static newId(): CoValueId {
    return `co_${randomBytes(8).toString('hex')}`;
  }

  #account(covalue: CoValue): void {
    const bytes = COVALUE_BYTES + textBytes(covalue);
    this.#createdBytes += bytes - (this.#created.get(covalue.id) ?? 0);
    this.#created.set(covalue.id, bytes);
    for (const oldest of this.#created.keys()) {
      const isFull = this.#createdBytes > this.#mostBytes || this.#covalues.size > MAX_COVALUES;
      if (!isFull || oldest === covalue.id) break;
      this.remove(oldest);
    }
  }
}

/** Without undefined values, which a spread would copy over existing ones. */
function definedOnly(changes: Omit<Mutation, 'attachment'>): Partial<CoValueText> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
