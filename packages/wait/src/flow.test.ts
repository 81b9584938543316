import { expect, test } from 'vitest';
import { packet, span } from '../fixtures/packets.ts';
import { Flow } from './flow.ts';

/** Two packets, and the first of them again. */
const SENT = [
  packet({ id: 'a', atMs: 1, spans: [span(0, 10)] }),
  packet({ id: 'b', atMs: 2, spans: [span(10, 20)] }),
  packet({ id: 'a again', atMs: 150, spans: [span(0, 10)] }),
];
const [a, b, again] = [
  packet({ id: 'a', atMs: 51, spans: [span(0, 10)] }),
  packet({ id: 'b', atMs: 52, spans: [span(10, 20)] }),
  packet({ id: 'a again', atMs: 200, spans: [span(0, 10)] }),
];

test('a message goes in the packet of its last byte', () => {
  const flow = new Flow(SENT, [a, b, again]);
  const seen = { sentMs: 2, resentMs: 2, arrivedMs: 52, inOrderMs: 52 };
  expect(flow.passage(0, 15)).toEqual({ ...seen, inConnectionOrderMs: 52, packetBytes: 1_500 });
  expect(flow.passage(0, 10)).toMatchObject({ sentMs: 1, arrivedMs: 51 });
});

test('it waits for a lost packet in front of it', () => {
  const flow = new Flow(SENT, [b, again]);
  expect(flow.passage(0, 20)).toMatchObject({ sentMs: 2, arrivedMs: 52, inOrderMs: 200 });
});

test('of a lost packet the copy that arrived counts', () => {
  const flow = new Flow(SENT, [b, again]);
  expect(flow.passage(0, 10)).toMatchObject({ sentMs: 1, resentMs: 150, arrivedMs: 200 });
});

test('what never arrived has no passage', () => {
  const flow = new Flow(SENT, [b]);
  expect(flow.passage(0, 20)).toBeNull();
  expect(flow.passage(0, 30)).toBeNull();
});

test('bytes that never arrive have no place: nothing waits for those of a stream that was given up', () => {
  const kept = { id: '2', spans: [span(0, 10, 8)] };
  const flow = new Flow(
    [packet({ id: '1', atMs: 1, spans: [span(0, 10, 4)] }), packet({ ...kept, atMs: 2 })],
    [packet({ ...kept, atMs: 52 })],
  );
  expect(flow.passage(8, 10)).toMatchObject({ inOrderMs: 52, inConnectionOrderMs: 52 });
});

test('streams do not wait for each other, and their connection would', () => {
  const flow = new Flow(
    [
      packet({ id: '1', atMs: 1, spans: [span(0, 10, 4)] }),
      packet({ id: '2', atMs: 2, spans: [span(0, 10, 8), span(10, 20, 4)] }),
      packet({ id: '3', atMs: 60, spans: [span(0, 10, 4)] }),
    ],
    [
      packet({ id: '2', atMs: 52, spans: [span(0, 10, 8), span(10, 20, 4)] }),
      packet({ id: '3', atMs: 110, spans: [span(0, 10, 4)] }),
    ],
  );
  expect(flow.passage(8, 10)).toMatchObject({ inOrderMs: 52, inConnectionOrderMs: 110 });
  expect(flow.passage(4, 20)).toMatchObject({ inOrderMs: 110, inConnectionOrderMs: 110 });
});

test('delivered bytes count once, in any order', () => {
  const flow = new Flow(SENT, [b, again, { ...again, atMs: 210 }]);
  expect(flow.deliveredBytes(0, 52)).toBe(10);
  expect(flow.deliveredBytes(52, 300)).toBe(10);
});
