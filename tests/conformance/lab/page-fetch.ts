import { ErrorBody, type ErrorCode } from '@holbench/protocol/errors';
import { parseJson } from '@holbench/protocol/parse';
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

/** A request by the page's own fetch, so over the variant's own protocol, with any body. */
export async function pageFetch(
  page: Page,
  path: string,
  request: PageRequest = {},
): Promise<PageResponse> {
  return page.evaluate(
    async ({ path, method, headers, body }) => {
      const bytes = (given: readonly number[] | { readonly zeros: number }): BodyInit =>
        'zeros' in given ? new Uint8Array(given.zeros) : Uint8Array.from(given);
      const response = await fetch(path, {
        method: method ?? 'GET',
        headers: { ...headers },
        cache: 'no-store',
        body: body === undefined || typeof body === 'string' ? (body ?? null) : bytes(body),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: response.status, text: await response.text() };
    },
    { path, ...request },
  );
}

/** Expects a refusal in the protocol's own form: this status, and JSON with this code. */
export function expectRefusal(response: PageResponse, status: number, code: ErrorCode): void {
  expect(response.status, response.text).toBe(status);
  const body = parseJson(ErrorBody, response.text);
  expect(body.error, body.message).toBe(code);
  expect(body.message).not.toBe('');
}
