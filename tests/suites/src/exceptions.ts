import { outcomesIn, type Stored } from './stored.ts';
import type { Suite, SuiteId } from './suite.ts';

/** Why outcomes that are not accepted are as they are. */
export interface Exception {
  readonly suite: SuiteId;
  readonly subjects: readonly string[];
  /** Ids of cases; one that ends with `*` stands for all that begin alike. */
  readonly cases: readonly string[];
  readonly reason: string;
}

/** The one place for reasons: a stored outcome that needs one and has none fails a test, as does a reason without a case. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    suite: 'autobahn',
    subjects: ['node-ws', 'uws-ws', 'caddy-ws', 'envoy-ws'],
    cases: ['6.4.*'],
    reason:
      'ws and uWebSockets.js check UTF-8 when a message is complete, and end the connection only then. The suite prefers that they close at the first invalid byte.',
  },
  {
    suite: 'autobahn',
    subjects: ['uws-ws'],
    cases: ['3.2', '3.3', '3.4', '4.1.3', '4.1.4', '4.1.5', '4.2.3', '4.2.4', '4.2.5', '5.15'],
    reason:
      'At a broken frame uWebSockets.js drops the connection, with the answers to earlier messages of the same packet. A server of the library alone does so too. In 3.4, 4.1.5 and 4.2.5, which send a byte at a time, it depends on the moment: the answer waits for the next turn of the event loop (decision 0018), and is lost where the broken frame is read in this one.',
  },
  {
    suite: 'h2spec',
    subjects: ['node-http2', 'envoy-http2'],
    cases: ['http2/5.1/8', 'http2/5.1/9', 'http2/5.1/11', 'http2/5.1/12', 'http2/5.1.1/2'],
    reason:
      'Frames on a stream that has ended are ignored instead of answered by an error. They may have been on their way when it ended, and the library does not keep which streams have been reset.',
  },
  {
    suite: 'h2spec',
    subjects: ['node-http2'],
    cases: [
      'http2/5.1/5',
      'http2/5.1/6',
      'http2/6.9/2',
      'http2/8.1.2.1/3',
      'http2/8.1.2.6/1',
      'http2/8.1.2.6/2',
    ],
    reason:
      'The request may have been answered, and its stream ended, before the broken frame comes. Which is first depends on the moment.',
  },
  {
    suite: 'h2spec',
    subjects: ['node-http2'],
    cases: ['http2/6.7/2'],
    reason:
      'Node takes a PING answer that it did not ask for as an error and ends the connection; the suite expects the next PING to be answered.',
  },
  {
    suite: 'h2spec',
    subjects: ['envoy-http2'],
    cases: ['http2/6.9.1/2'],
    reason: 'A window above 2^31-1 ends the connection without a GOAWAY frame.',
  },
  {
    suite: 'h2spec',
    subjects: ['node-http2', 'envoy-http2'],
    cases: ['http2/6.9.1/3'],
    reason:
      'A window above 2^31-1 ends the connection, by Envoy without a GOAWAY frame. The stream may have been answered before its window overflows.',
  },
  {
    suite: 'h2spec',
    subjects: ['envoy-http2'],
    cases: ['generic/3.8/1', 'http2/7/1'],
    reason: 'After a GOAWAY frame Envoy neither answers a PING nor closes within the suite’s 2 s.',
  },
  {
    suite: 'h2spec',
    subjects: ['node-http2', 'envoy-http2'],
    cases: ['http2/5.3.1/2', 'http2/6.3/1'],
    reason:
      'Node 26 and Envoy ignore PRIORITY frames, wrong ones too. RFC 9113 has deprecated them.',
  },
  {
    suite: 'h2spec',
    subjects: ['envoy-http2'],
    cases: ['http2/5.4.1/2'],
    reason: 'Envoy closes without a GOAWAY frame, which the protocol only recommends.',
  },
  {
    suite: 'h2spec',
    subjects: ['caddy-http2'],
    cases: ['http2/4.2/3'],
    reason:
      'The suite sends a HEADERS frame of 20 KB, more than the default of 16 KiB. Go allows 1 MiB (SETTINGS_MAX_FRAME_SIZE), and answers it.',
  },
  {
    suite: 'h2spec',
    subjects: ['caddy-http2'],
    cases: ['http2/6.5.3/1'],
    reason: 'Go ends a connection whose SETTINGS frame has one setting twice.',
  },
  {
    suite: 'h2spec',
    subjects: ['caddy-http2'],
    cases: ['http2/8.1.2.2/1', 'http2/8.1.2.2/2'],
    reason:
      'Go answers forbidden header fields by the status 400 instead of a stream error, which RFC 9113 (8.1.1) allows.',
  },
];

/** The reason of a case's outcome; undefined where there is none. */
export function exceptionOf(suite: SuiteId, subject: string, id: string): Exception | undefined {
  return EXCEPTIONS.find(
    (each) =>
      each.suite === suite &&
      each.subjects.includes(subject) &&
      each.cases.some((pattern) => matches(pattern, id)),
  );
}

function matches(pattern: string, id: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : pattern === id;
}

/** A stored outcome of a variant that is not accepted. A library's own server needs no reason: it is one. */
export interface Unaccepted {
  readonly subject: string;
  readonly id: string;
  readonly outcome: string;
}

export function unaccepted({ accepted, subjects }: Suite, { cases }: Stored): Unaccepted[] {
  const references = new Set(subjects.map(({ reference }) => reference));
  return Object.entries(cases).flatMap(([id, bySubject]) =>
    Object.entries(bySubject)
      .filter(([subject]) => !references.has(subject))
      .filter(([, outcome]) => outcomesIn(outcome).some((each) => !accepted.includes(each)))
      .map(([subject, outcome]) => ({ subject, id, outcome })),
  );
}
