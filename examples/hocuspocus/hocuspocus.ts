import { createHash, type Hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hocuspocus } from '@hocuspocus/server';
import { createXXHash64, type IHasher } from 'hash-wasm';
import type * as Y from 'yjs';
import {
  CHUNK_BYTES,
  type CoValue,
  type Declaration,
  type Engine,
  type FileInfo,
  type StoredFile,
  type Text,
  type Upload,
} from './engine.ts';

type DirectConnection = Awaited<ReturnType<Hocuspocus['openDirectConnection']>>;

/** Files of the data set: CoValue i has the content i modulo this (`packages/dataset`). */
const CONTENTS = 10;
/** Uploaded files that are kept: a transfer of minutes would fill the memory. */
const UPLOADS_KEPT = 4;

/** Hocuspocus in this process: CoValues and files are Yjs documents, opened by its public API. */
export class HocuspocusEngine implements Engine {
  readonly versions = {
    '@hocuspocus/server': versionOf('@hocuspocus/server'),
    yjs: versionOf('yjs'),
    node: process.versions.node,
  };
  readonly #server = new Hocuspocus({ quiet: true });
  /** By id. A document without a connection would be unloaded. */
  readonly #covalues = new Map<string, DirectConnection>();
  /** By SHA-256: CoValues share files, as in the data set. */
  readonly #files = new Map<string, DirectConnection>();
  readonly #uploaded: string[] = [];

  /** @param folders of data sets: CoValue i has its file from folder i modulo their number. */
  static async from(folders: readonly string[]): Promise<HocuspocusEngine> {
    const engine = new HocuspocusEngine();
    for (const [part, folder] of folders.entries()) await engine.#seed(folder, part, folders);
    return engine;
  }

  async #seed(folder: string, part: number, folders: readonly string[]): Promise<void> {
    const json = await readFile(join(folder, 'covalues.json'), 'utf8');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `pnpm dataset`
    const { covalues } = JSON.parse(json) as { covalues: CoValue[] };
    for (const [index, covalue] of covalues.entries()) {
      if (index % folders.length !== part) continue;
      await this.#add(covalue);
      const { file } = covalue;
      if (file === null || this.#files.has(file.sha256)) continue;
      const path = join(folder, 'files', String(index % CONTENTS).padStart(2, '0'));
      this.#files.set(file.sha256, await this.#copy(path, file));
    }
  }

  async #copy(path: string, { bytes, sha256 }: FileInfo): Promise<DirectConnection> {
    const connection = await this.#server.openDirectConnection(`file/${sha256}`);
    await using source = await open(path);
    for (let index = 0; index * CHUNK_BYTES < bytes; index++) {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, bytes - index * CHUNK_BYTES));
      await source.read(chunk);
      await connection.transact((document) => chunksOf(document).set(String(index), chunk));
    }
    return connection;
  }

  async #add({ id, preview, ...fields }: CoValue): Promise<void> {
    const connection = await this.#server.openDirectConnection(id);
    await connection.transact((document) => {
      for (const [key, value] of Object.entries(fields)) document.getMap('covalue').set(key, value);
      document.getText('preview').insert(0, preview);
    });
    this.#covalues.set(id, connection);
  }

  list(): ReturnType<Engine['list']> {
    return [...this.#covalues].map(([id, connection]) => {
      const { lastUpdated, author, title, file } = fieldsOf(connection);
      return { id, lastUpdated, author, title, file };
    });
  }

  load(id: string): CoValue | null {
    const connection = this.#covalues.get(id);
    if (!connection) return null;
    return {
      id,
      ...fieldsOf(connection),
      preview: documentOf(connection).getText('preview').toJSON(),
    };
  }

  file(id: string): StoredFile | null {
    const covalue = this.#covalues.get(id);
    const info = covalue ? fieldsOf(covalue).file : null;
    const stored = info && this.#files.get(info.sha256);
    if (!stored) return null;
    return { info, chunkBytes: CHUNK_BYTES, chunks: () => inOrder(chunksOf(documentOf(stored))) };
  }

  async create(text: Text, declared: Declaration): Promise<Upload> {
    const id = `co_${randomBytes(8).toString('hex')}`;
    const connection = await this.#server.openDirectConnection(`upload/${id}`);
    const chunks = chunksOf(documentOf(connection));
    const sha256 = createHash('sha256');
    const xxh64 = await createXXHash64();
    let [hashed, bytes] = [0, 0];
    let isComplete = false;
    return {
      id,
      store: async (index, chunk) => {
        void connection.transact(() => chunks.set(String(index), chunk));
        // Hashed as they come, in order: a complete file at once would delay every message.
        for (let next = chunks.get(String(hashed)); next; next = chunks.get(String(++hashed))) {
          for (const hash of [sha256, xxh64]) hash.update(next);
          bytes += next.byteLength;
        }
        if (bytes < declared.bytes) return null;
        const info = digestOf(bytes, sha256, xxh64);
        if (info.sha256 !== declared.sha256) throw new Error('not the file that was declared');
        isComplete = true;
        await this.#keep(id, text, info, connection);
        return info;
      },
      end: async () => {
        if (!isComplete) await connection.disconnect();
      },
    };
  }

  async #keep(id: string, text: Text, info: FileInfo, uploaded: DirectConnection): Promise<void> {
    if (this.#files.has(info.sha256)) await uploaded.disconnect();
    else this.#files.set(info.sha256, uploaded);
    const { author, title, summary, preview } = text;
    const fields = { author, title, summary, preview, lastUpdated: Date.now(), attachment: null };
    await this.#add({ id, ...fields, file: info });
    this.#uploaded.push(id);
    if (this.#uploaded.length > UPLOADS_KEPT) await this.#forgetFile(this.#uploaded.shift() ?? '');
  }

  /** The text stays: pages may have its id in their lists. */
  async #forgetFile(id: string): Promise<void> {
    const covalue = this.#covalues.get(id);
    const { file = null } = covalue ? fieldsOf(covalue) : {};
    await covalue?.transact((document) => document.getMap('covalue').set('file', null));
    if (file === null || this.list().some((each) => each.file?.sha256 === file.sha256)) return;
    await this.#files.get(file.sha256)?.disconnect();
    this.#files.delete(file.sha256);
  }
}

type Fields = Omit<CoValue, 'id' | 'preview'>;

function fieldsOf(connection: DirectConnection): Fields {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `#add` has set them
  return documentOf(connection).getMap('covalue').toJSON() as Fields;
}

function documentOf({ document }: DirectConnection): Y.Doc {
  if (!document) throw new Error('the document is closed');
  return document;
}

function chunksOf(document: Y.Doc): Y.Map<Uint8Array> {
  return document.getMap('chunks');
}

function* inOrder(chunks: Y.Map<Uint8Array>): Iterable<Uint8Array> {
  for (let index = 0; index < chunks.size; index++) {
    const chunk = chunks.get(String(index));
    if (chunk) yield chunk;
  }
}

function digestOf(bytes: number, sha256: Hash, xxh64: IHasher): FileInfo {
  return { bytes, sha256: sha256.digest('hex'), xxh64: xxh64.digest('hex') };
}

function versionOf(name: string): string {
  const manifest = new URL('../package.json', import.meta.resolve(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of every package
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
