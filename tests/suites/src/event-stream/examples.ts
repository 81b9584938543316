/** An event stream that the HTML standard, or a test of its implementers, gives a meaning. */
export interface Example {
  readonly name: string;
  /** Where it is from: the standard's examples, or a file of web-platform-tests in `eventsource/`. */
  readonly source: string;
  readonly stream: string;
  /** The event ids in the data of the mutations that a client must report. */
  readonly events: readonly number[];
  /** The last event id at each of them, where it is another. */
  readonly ids?: readonly number[];
}

/** Example data of mutation `eventId`, as the lab's servers write it. */
function mutation(eventId: number): object {
  return { id: 'co_0123456789abcdef', eventId, mutation: { title: `é ${eventId}` } };
}

const json = (eventId: number): string => JSON.stringify(mutation(eventId));
/** A complete event in the form of the lab's servers. */
const event = (eventId: number): string =>
  `event: mutation\nid: ${eventId}\ndata: ${json(eventId)}\n\n`;
/** Its data in several lines, as JSON may have them. */
const dataLines = (eventId: number, field = 'data: '): string =>
  JSON.stringify(mutation(eventId), null, 1).replace(/^/gm, field);

const SUBSCRIBED = 'event: subscribed\nid: 0\ndata: 0\n\n';
const STANDARD = 'HTML, 9.2.6';

/**
 * The examples in terms of the lab: a stream with other event names, or data that is no mutation, would end the page's
 * subscription. Each begins with the event that confirms it.
 */
export const EXAMPLES: readonly Example[] = (
  [
    {
      name: 'the form of the lab’s servers',
      source: 'docs/reference/protocol.md',
      stream: event(1) + event(2),
      events: [1, 2],
    },
    {
      name: 'an event of several data lines is one event',
      source: STANDARD,
      stream: `event: mutation\nid: 1\n${dataLines(1)}\n\n${event(2)}`,
      events: [1, 2],
    },
    {
      name: 'a comment is ignored, and an id without a value resets the last event id',
      source: STANDARD,
      stream: `: test stream\n\n${event(1)}event: mutation\ndata: ${json(2)}\nid\n\n${event(3)}`,
      events: [1, 2, 3],
      ids: [1, 0, 3],
    },
    {
      name: 'an event that no blank line ends is discarded',
      source: STANDARD,
      stream: `${event(1)}event: mutation\nid: 2\ndata: ${json(2)}\n`,
      events: [1],
    },
    {
      name: 'an event without data is none',
      source: STANDARD,
      stream: `event: mutation\n\n${event(1)}`,
      events: [1],
    },
    {
      name: 'a space after the colon is optional, and only one is taken away',
      source: STANDARD,
      stream: `event:mutation\nid:1\ndata:${json(1)}\n\nevent: mutation\nid: 2\ndata:  ${json(2)}\n\n`,
      events: [1, 2],
    },
    {
      name: 'a byte order mark at the beginning is ignored',
      source: 'wpt format-bom',
      stream: `\uFEFF${event(1)}`,
      events: [1],
    },
    {
      name: 'a second byte order mark is part of a field’s name',
      source: 'wpt format-bom-2',
      stream: `\uFEFF\uFEFFdata: 1\n\n${event(1)}`,
      events: [1],
    },
    {
      name: 'lines end with CR LF, LF or CR',
      source: 'wpt format-newlines',
      stream: `event: mutation\rid: 1\r\ndata: ${json(1)}\n\r\nevent: mutation\r\nid: 2\rdata: ${json(2)}\r\r`,
      events: [1, 2],
    },
    {
      name: 'comments may be long, and between the lines of an event',
      source: 'wpt format-comments',
      stream: `:${'x'.repeat(2_048)}\nevent: mutation\n:\nid: 1\n: data: 5\ndata: ${json(1)}\n:\n\n`,
      events: [1],
    },
    {
      name: 'the last of several names and ids counts',
      source: 'wpt format-field-event, format-field-id',
      stream: `event: other\nevent: mutation\nid: 7\nid: 1\ndata: ${json(1)}\n\n`,
      events: [1],
    },
    {
      name: 'a name without a value means a message',
      source: 'wpt format-field-event-empty',
      stream: `event: mutation\nevent\ndata: ${json(9)}\n\n${event(1)}`,
      events: [1],
    },
    {
      name: 'an id stays that of later events',
      source: 'wpt format-field-id-2',
      stream: `${event(1)}event: mutation\ndata: ${json(2)}\n\n`,
      events: [1, 2],
      ids: [1, 1],
    },
    {
      name: 'an id with a null is ignored',
      source: 'wpt format-field-id-null',
      stream: `${event(1)}event: mutation\nid: 2\0\ndata: ${json(2)}\n\n`,
      events: [1, 2],
      ids: [1, 1],
    },
    {
      name: 'a field name is exact: case, spaces and nulls make another',
      source: 'wpt format-field-parsing, format-null-character',
      stream: `event: mutation\n\0data: a\nDATA: b\ndata : c\n data: d\nid: 1\ndata: ${json(1)}\n\n`,
      events: [1],
    },
    {
      name: 'a time to reconnect is no event, and one that is no number is ignored',
      source: 'wpt format-field-retry, format-field-retry-bogus',
      stream: `retry: 3000\nretry: 3000x\nretry\n${event(1)}`,
      events: [1],
    },
    {
      name: 'unknown fields are ignored',
      source: 'wpt format-field-unknown',
      stream: `event: mutation\nid: 1\ndata: ${json(1)}\n data\ndatum: x\n: x\nother\n\n`,
      events: [1],
    },
    {
      name: 'other events are not taken for mutations',
      source: 'wpt format-field-event',
      stream: `event: mutations\nid: 1\ndata: ${json(8)}\n\ndata: ${json(9)}\n\n${event(2)}`,
      events: [2],
    },
  ] as const
).map((example) => ({ ...example, stream: afterMark(example.stream) }));

/** A byte order mark stays the first. */
function afterMark(stream: string): string {
  const [mark = ''] = /^\uFEFF/.exec(stream) ?? [];
  return (
    mark +
    (stream.startsWith('\uFEFF\uFEFF')
      ? stream.slice(1) + SUBSCRIBED
      : SUBSCRIBED + stream.slice(mark.length))
  );
}
