/** Asks the demo for what only it can do. */
export function postJson(path: string, asked: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
}
