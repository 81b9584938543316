/** What the adapter asks of a sync engine. Put yours behind it: `hocuspocus.ts` is one. */
export interface Engine {
  /** Names and versions for `GET /healthz`: a report calls the server by them. */
  readonly versions: Readonly<Record<string, string>>;
  list(): readonly Summary[];
  /** @returns null for an unknown id. */
  load(id: string): CoValue | null;
  /** @returns the file's chunks in order, and what they are together; null where there is none. */
  file(id: string): StoredFile | null;
  /** Begins a CoValue with a file. It is listed once its last chunk is stored. */
  create(text: Text, file: Declaration): Promise<Upload>;
}

export interface Text {
  readonly author: string;
  readonly title: string;
  readonly summary: string;
  readonly preview: string;
}

/** `sha256` in hexadecimal. */
export interface Declaration {
  readonly bytes: number;
  readonly sha256: string;
}

/** `xxh64` in hexadecimal: the page checks downloads by it. */
export interface FileInfo extends Declaration {
  readonly xxh64: string;
}

export interface Summary extends Pick<Text, 'author' | 'title'> {
  /** `co_` and 16 of a–z0–9. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly lastUpdated: number;
  readonly file: FileInfo | null;
}

export type CoValue = Summary & Text & { readonly attachment: string | null };

export interface StoredFile {
  readonly info: FileInfo;
  readonly chunkBytes: number;
  chunks(): Iterable<Uint8Array>;
}

export interface Upload {
  readonly id: string;
  /** @returns the file with the chunk that completes it, else null. @throws Error when it is not what was declared. */
  store(index: number, chunk: Uint8Array): Promise<FileInfo | null>;
  /** Discards what has come. */
  end(): Promise<void>;
}

/** Every chunk but a file's last one has so many bytes. */
export const CHUNK_BYTES = 102_400;
