import { parseJson } from '@holbench/protocol/parse';
import type { Browser, CDPSession } from 'playwright-core';
import * as v from 'valibot';

const Answer = v.object({
  id: v.number(),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
});
const Evaluated = v.object({
  result: v.object({ value: v.optional(v.unknown()) }),
  exceptionDetails: v.optional(v.object({ text: v.string() })),
});

/**
 * A page as a person has it. Playwright would have every request of it and of its frames told, which takes
 * more of two cores than the page itself does.
 */
export class BarePage {
  readonly #session: CDPSession;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #sent = 0;

  private constructor(session: CDPSession, sessionId: string) {
    this.#session = session;
    this.#sessionId = sessionId;
    session.on('Target.receivedMessageFromTarget', ({ message, sessionId: of }) => {
      if (of === sessionId) this.#receive(message);
    });
  }

  static async open(
    browser: Browser,
    url: string,
    size: { readonly width: number; readonly height: number },
  ): Promise<BarePage> {
    const session = await browser.newBrowserCDPSession();
    const { targetId } = await session.send('Target.createTarget', { url, ...size });
    // Not a session of its own, which Playwright could not send to.
    const { sessionId } = await session.send('Target.attachToTarget', { targetId });
    return new BarePage(session, sessionId);
  }

  /** Sends a command of Chromium's DevTools protocol. @throws Error when it is refused. */
  async send<Schema extends v.GenericSchema>(
    schema: Schema,
    method: string,
    params: object = {},
  ): Promise<v.InferOutput<Schema>> {
    const id = ++this.#sent;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { message, sessionId: this.#sessionId });
    return v.parse(schema, await answer.promise);
  }

  /** The value of an expression in the page. @throws Error when it throws. */
  async evaluate<Schema extends v.GenericSchema>(
    schema: Schema,
    expression: string,
  ): Promise<v.InferOutput<Schema>> {
    const params = { expression, returnByValue: true };
    const { result, exceptionDetails } = await this.send(Evaluated, 'Runtime.evaluate', params);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return v.parse(schema, result.value);
  }

  #receive(message: string): void {
    // Events have no id.
    if (!message.startsWith('{"id"')) return;
    const { id, result, error } = parseJson(Answer, message);
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  }
}
