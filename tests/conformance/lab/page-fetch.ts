import { ErrorBody, type ErrorCode } from '@holbench/protocol/errors';
import { parseJson } from '@holbench/protocol/parse';
import '@holbench/scenarios/port/holbench-page';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface PageRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** As text, as bytes, or as so many bytes of zero. */
  readonly body?: string | readonly number[] | { readonly zeros: number };
}

export interface PageResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * A request by the page, with any body; where no type is given, with the type that its transport sends.
 * @param by the page's own `fetch`, or what its transport has in its place.
 */
export async function pageFetch(
  page: Page,
  path: string,
  request: PageRequest = {},
  by: 'browser' | 'transport' = 'browser',
): Promise<PageResponse> {
  return page.evaluate(
    async ({ path, method, headers, body, by }) => {
      const bytes = (given: readonly number[] | { readonly zeros: number }): BodyInit =>
        'zeros' in given ? new Uint8Array(given.zeros) : Uint8Array.from(given);
      const { holbench } = window;
      const type = method === 'PUT' ? 'application/octet-stream' : 'application/json';
      const send = by === 'browser' ? fetch : holbench.fetch.bind(holbench);
      const response = await send(path, {
        method: method ?? 'GET',
        headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
        cache: 'no-store',
        body: body === undefined || typeof body === 'string' ? (body ?? null) : bytes(body),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: response.status, text: await response.text() };
    },
    { path, by, ...request },
  );
}

/** Expects a refusal in the protocol's own form: this status, and JSON with this code. */
export function expectRefusal(response: PageResponse, status: number, code: ErrorCode): void {
  expect(response.status, response.text).toBe(status);
  const body = parseJson(ErrorBody, response.text);
  expect(body.error, body.message).toBe(code);
  expect(body.message).not.toBe('');
}
