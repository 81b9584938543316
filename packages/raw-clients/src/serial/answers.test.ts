import { describe, expect, test } from 'vitest';
import { CountedAnswer, EventsAnswer } from './answers.ts';
import { EventInbox } from './event-inbox.ts';

describe('a counted answer', () => {
  test('resolves with the bytes, and tells of the first', async () => {
    const answer = new CountedAnswer();
    const seen: string[] = [];
    const bytes = answer.next(() => seen.push('first byte'));
    answer.head(200, 5);
    seen.push('head');
    answer.body(Buffer.from('he'));
    answer.body(Buffer.from('llo'));
    expect(answer.isAwaited).toBe(true);
    answer.end();
    expect([await bytes, answer.isAwaited]).toEqual([5, false]);
    expect(seen).toEqual(['head', 'first byte']);
  });

  test.each([4, 6])('rejects for 5 bytes where %i were announced', async (announced) => {
    const answer = new CountedAnswer();
    const bytes = answer.next(null);
    answer.head(200, announced);
    answer.body(Buffer.from('hello'));
    answer.end();
    await expect(bytes).rejects.toThrow(`5 of ${announced} announced bytes`);
  });

  test.each([
    ['{"error":"unknown_covalue","message":"none"}', { code: 'unknown_covalue', message: 'none' }],
    ['<html>', { message: 'the status 404 with "<html>"' }],
  ])('rejects for a refusal with %s', async (text, error) => {
    const answer = new CountedAnswer();
    const bytes = answer.next(() => expect.unreachable());
    answer.head(404, text.length);
    answer.body(Buffer.from(text.slice(0, 3)));
    answer.body(Buffer.from(text.slice(3)));
    answer.end();
    await expect(bytes).rejects.toMatchObject(error);
  });
});

describe('events', () => {
  const STREAM = Buffer.from(
    'event: subscribed\nid: 4\ndata: 4\n\n' +
      'event: mutation\nid: 5\ndata: {"title":"ä"}\n\n' +
      'event: mutation\nid: 6\ndata: {}\n\n',
  );

  test('are counted by their data, split anywhere', async () => {
    for (let split = 0; split <= STREAM.length; split++) {
      const inbox = new EventInbox();
      const answer = new EventsAnswer(inbox);
      answer.head(200, null);
      answer.body(STREAM.subarray(0, split));
      answer.body(STREAM.subarray(split));
      await answer.subscribed;
      expect([await inbox.next(), await inbox.next()], `split at ${split}`).toEqual([14, 2]);
    }
  });

  test('of another name are an error', () => {
    const answer = new EventsAnswer(new EventInbox());
    answer.head(200, null);
    expect(() => answer.body(Buffer.from('event: other\ndata: 1\n\n'))).toThrow('event: other');
  });

  test('that are refused or end reject the subscription, or who waits', async () => {
    const refused = new EventsAnswer(new EventInbox());
    refused.head(404, 44);
    refused.body(Buffer.from('{"error":"unknown_covalue","message":"none"}'));
    refused.end();
    await expect(refused.subscribed).rejects.toMatchObject({ code: 'unknown_covalue' });

    const inbox = new EventInbox();
    const ended = new EventsAnswer(inbox);
    ended.head(200, null);
    ended.body(STREAM.subarray(0, STREAM.indexOf('\n\n') + 2));
    await ended.subscribed;
    const next = inbox.next();
    ended.end();
    await expect(next).rejects.toThrow('the server ended the events');
  });
});
