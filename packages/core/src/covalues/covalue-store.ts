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

/** The CoValues of one server process, in memory. */
export class CoValueStore {
  readonly #covalues = new Map<CoValueId, CoValue>();

  constructor(covalues: readonly CoValue[]) {
    for (const covalue of covalues) this.#covalues.set(covalue.id, covalue);
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

  /** @throws LabError `too_many` when `covalues` more would exceed the limit. */
  assertRoomFor(covalues: number): void {
    if (this.#covalues.size + covalues > MAX_COVALUES) {
      throw new LabError('too_many', `this server keeps no more than ${MAX_COVALUES} CoValues`);
    }
  }

  /** @throws LabError `too_many`. */
  add(id: CoValueId, text: CoValueText, file: FileInfo | null): void {
    this.assertRoomFor(1);
    this.#covalues.set(id, { id, lastUpdated: Date.now(), ...text, file, attachment: null });
  }

  /** @throws LabError `unknown_covalue`, also for an attachment that does not exist. */
  mutate(id: CoValueId, { attachment, ...changes }: Mutation): void {
    const covalue = this.get(id);
    if (attachment) this.get(attachment);
    this.#covalues.set(id, {
      ...covalue,
      ...definedOnly(changes),
      attachment: attachment ?? covalue.attachment,
      lastUpdated: Date.now(),
    });
  }

  static newId(): CoValueId {
    return `co_${randomBytes(8).toString('hex')}`;
  }
}

/** Without undefined values, which a spread would copy over existing ones. */
function definedOnly(changes: Omit<Mutation, 'attachment'>): Partial<CoValueText> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
