import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUnwatched } from '@holbench/harness/network-inspection';
import { Versions } from '@holbench/harness/readiness/check';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { formatSize } from '@holbench/process/quantities';
import type { CoValueSummary } from '@holbench/protocol/covalue';
import { Health, HEALTH_PATH } from '@holbench/protocol/health';
import { MAX_COVALUES } from '@holbench/protocol/wire-limits';
import { parseJson, parseValue } from '@holbench/protocol/parse';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import { variant as variantOf } from '@holbench/variants/registry';
import type { Page } from 'playwright-core';
import {
  beginFile,
  compression,
  createFile,
  listAll,
  loadFile,
  loadTexts,
  TRANSFER_MS,
} from './in-page.ts';

/** CoValues with a file of one size. */
export interface Files {
  readonly bytes: number;
  readonly count: number;
}

/** What a server must have, and what is known of it so far. */
export interface Subject {
  readonly origin: string;
  /** Ids of variants that it may be. */
  readonly variants: readonly string[];
  readonly texts: number;
  readonly files: readonly Files[];
  /** Reads documents of the server, and runs none of their scripts. */
  readonly documents: Page;
  /** A page in a new browser context. Its network is not inspected: the check would hold all that a server sends. */
  readonly page: Page;
  readonly newPage: () => Promise<Page>;
  health: Health | null;
  list: readonly CoValueSummary[];
  /** By which operations were carried. */
  readonly protocols: Set<string>;
}

/** Whether files are moved to the server, and files that it holds from it. */
export interface Moved {
  readonly uploads: boolean;
  readonly downloads: boolean;
}

/** One rule of the contract (docs/your-own-server.md). */
export interface Rule {
  readonly id: string;
  readonly expected: string;
  /** True: without it, nothing after it can be checked. */
  readonly basic?: true;
  /** Undefined: every scenario needs it. */
  readonly onlyFor?: keyof Moved;
  /** Time limit, in ms. Undefined: that of all. */
  readonly limitMs?: number;
  /** @returns what came. @throws Error, saying what came, where the rule is broken. */
  readonly check: (subject: Subject) => Promise<string>;
}

/** A text is about as long as the lab's, which have 5 000 characters and their other fields. */
const TEXT_BYTES = [4_000, 8_000] as const;
/** More than one chunk of the default size, and the last one shorter. */
const CREATED_BYTES = 250_000;

const RULES: readonly Rule[] = [
  {
    id: 'health',
    expected:
      'GET /healthz: 200, {"status":"ok","variant":"own-…","protocolVersion":4,"versions":{"your engine":"1.2.3"}}',
    basic: true,
    check: async (subject) => {
      const { status, text } = await read(subject, HEALTH_PATH);
      if (status === 403)
        throw new Error('status 403: set HOLBENCH_SERVER_TOKEN to the one that pnpm serve printed');
      if (status !== 200) throw new Error(`status ${status}`);
      const health = parseJson(Health, text);
      parseValue(Versions, health.versions);
      subject.health = health;
      return Object.entries(subject.health.versions).join('; ').replaceAll(',', ' ');
    },
  },
  {
    id: 'protocol version',
    expected: `${PROTOCOL_VERSION}, that of this holbench`,
    basic: true,
    check: async ({ health }) => {
      if (health?.protocolVersion === PROTOCOL_VERSION) return `${PROTOCOL_VERSION}`;
      throw new Error(`${health?.protocolVersion}`);
    },
  },
  {
    id: 'variant',
    expected: 'the one that was asked for',
    basic: true,
    check: async ({ health, variants }) => {
      const id = health?.variant ?? '';
      if (variants.includes(id)) return id;
      throw new Error(`"${id}"; asked for: ${variants.join(', ')}`);
    },
  },
  {
    id: 'page',
    expected: 'GET /: the file client/dist/index.html of this commit, and its assets',
    basic: true,
    check: async (subject) => {
      const { origin, page, health } = subject;
      const path = `/?variant=${health?.variant}`;
      const { status, text } = await read(subject, path);
      const built = await readFile(join(PROJECT_ROOT, 'client/dist/index.html'), 'utf8');
      if (text !== built) throw new Error(`status ${status}, and another text`);
      await openUnwatched(page, async () => {
        await page.goto(origin + path);
        await page
          .waitForFunction(() => 'holbench' in window)
          .catch(() => {
            throw new Error(
              'the page, but its program does not run: are /assets/ served, with their types?',
            );
          });
      });
      return 'that file, and its program runs';
    },
  },
  {
    id: 'list',
    expected: 'all CoValues without their texts, in the answer to list',
    basic: true,
    check: async (subject) => {
      subject.list = await listAll(subject.page, MAX_COVALUES);
      const { length } = subject.list;
      if (length >= subject.texts) return `${length} CoValues`;
      throw new Error(
        `${length} CoValues, and ${subject.texts} are needed: pnpm dataset makes 100`,
      );
    },
  },
  {
    id: 'clock',
    expected:
      'COOP same-origin and COEP require-corp with the page: its clock is then 20 times finer',
    check: async ({ page }) => {
      if (await page.evaluate(() => crossOriginIsolated)) return 'isolated';
      throw new Error('a page that is not isolated');
    },
  },
  {
    id: 'load',
    expected: `the text of each CoValue, ${TEXT_BYTES.join(' to ')} bytes, and many at once`,
    check: async (subject) => {
      const listed = subject.list.slice(0, Math.max(1, subject.texts));
      const loaded = await loadTexts(
        subject.page,
        listed.map(({ id }) => id),
      );
      for (const [index, { value, bytes, protocol }] of loaded.entries()) {
        const asked = listed[index];
        if (value.id !== asked?.id || value.title !== asked.title) {
          throw new Error(
            `${value.id}, "${value.title}", asked for ${asked?.id}, "${asked?.title}"`,
          );
        }
        const [least, most] = TEXT_BYTES;
        if (bytes < least || bytes > most) throw new Error(`${bytes} bytes of ${value.id}`);
        subject.protocols.add(protocol);
      }
      return `${loaded.length} texts at once`;
    },
  },
  {
    id: 'uncompressed',
    expected: 'no content-encoding, and no extension of a WebSocket',
    check: async ({ page, health, list: [first] }) => {
      const { transport } = variantOf(health?.variant ?? '');
      const how = await compression(page, transport, first?.id ?? '');
      if (how === null) return 'nothing is compressed';
      throw new Error(how);
    },
  },
  {
    id: 'files',
    expected: 'CoValues with files of the sizes that the scenarios move',
    onlyFor: 'downloads',
    check: async ({ list, files }) => {
      const there = filesIn(list);
      const lacking = files.filter((wanted) => !has(there, wanted));
      const came =
        there.map(({ bytes, count }) => `${count} of ${formatSize(bytes)}`).join(', ') ||
        'no files';
      if (lacking.length === 0 && there.length > 0) return came;
      const wanted = lacking.map(({ bytes, count }) => `${count} of ${formatSize(bytes)}`);
      const sizes = lacking.map(({ bytes }) => formatSize(bytes)).join(' ');
      throw new Error(
        wanted.length === 0
          ? came
          : `${came}; needed: ${wanted.join(', ')} (a server of your own: pnpm dataset ${sizes}, and start it with these; one of the lab: pnpm serve with that --file-size)`,
      );
    },
  },
  {
    id: 'load file',
    expected:
      'the announced file, all its bytes, with the announced xxh64 (the smallest file was asked for)',
    onlyFor: 'downloads',
    limitMs: TRANSFER_MS,
    check: async (subject) => {
      const { id, file } = smallest(subject.list);
      const { value, protocol } = await loadFile(subject.page, id);
      if (value.sha256 !== file.sha256) throw new Error('another file than listed');
      subject.protocols.add(protocol);
      return `${formatSize(file.bytes)}, the right bytes`;
    },
  },
  {
    id: 'leaving',
    expected: 'answers go on when a page is closed during a download',
    onlyFor: 'downloads',
    check: async ({ list, page, newPage, origin, health }) => {
      const leaving = await newPage();
      await openUnwatched(leaving, () => leaving.goto(`${origin}/?variant=${health?.variant}`));
      await beginFile(leaving, largest(list).id);
      await leaving.context().close();
      await loadTexts(page, [list[0]?.id ?? '']);
      return 'a load was answered';
    },
  },
  {
    id: 'create',
    expected:
      'a CoValue with a file in chunks, stored when the last is answered with the file; then it can be loaded',
    onlyFor: 'uploads',
    check: async (subject) => {
      const { value: id, sha256, protocol } = await createFile(subject.page, CREATED_BYTES);
      subject.protocols.add(protocol);
      const { value } = await loadFile(subject.page, id);
      if (value.sha256 !== sha256) throw new Error('another file than was created');
      return `${CREATED_BYTES} bytes, there and back`;
    },
  },
  {
    id: 'protocol',
    expected: 'every operation over the protocol of the variant',
    check: async ({ protocols, health }) => {
      const { protocol } = variantOf(health?.variant ?? '');
      const seen = [...protocols].join(', ') || 'none';
      if (seen === protocol) return seen;
      throw new Error(`${seen}, and not ${protocol}`);
    },
  },
];

/** The files of a server, by their sizes. */
export function filesIn(list: readonly CoValueSummary[]): Files[] {
  const bySize = Map.groupBy(list, ({ file }) => file?.bytes ?? 0);
  return [...bySize].flatMap(([bytes, { length }]) =>
    bytes === 0 ? [] : [{ bytes, count: length }],
  );
}

/** Whether a server with files has as many of a size. */
export function has(files: readonly Files[], { bytes, count }: Files): boolean {
  return files.some((own) => own.bytes === bytes && own.count >= count);
}

/** All rules but those of what is not moved. */
export function rulesFor(moved: Moved): readonly Rule[] {
  return RULES.filter(({ onlyFor }) => onlyFor === undefined || moved[onlyFor]);
}

/** A document of the server itself. @throws Error where it leads elsewhere. */
async function read(
  { documents, origin }: Subject,
  path: string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const { href } = new URL(path, origin);
  const response = await documents.goto(href);
  const from = response?.url();
  if (from !== href) throw new Error(`a redirect to ${from}`);
  return { status: response?.status(), text: (await response?.text()) ?? '' };
}

type WithFile = CoValueSummary & { readonly file: NonNullable<CoValueSummary['file']> };

/** @throws Error where there is no file. */
function smallestFirst(list: readonly CoValueSummary[]): WithFile[] {
  const withFile = list.filter((each): each is WithFile => each.file !== null);
  if (withFile.length === 0) throw new Error('no CoValue with a file');
  return withFile.toSorted((a, b) => a.file.bytes - b.file.bytes);
}

function smallest(list: readonly CoValueSummary[]): WithFile {
  const [first] = smallestFirst(list);
  if (!first) throw new Error('no file');
  return first;
}

function largest(list: readonly CoValueSummary[]): WithFile {
  return smallestFirst(list).at(-1) ?? smallest(list);
}
