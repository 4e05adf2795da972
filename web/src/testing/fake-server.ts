import type { ErrorCode } from '@belfry/schemas/http/errors';
import { vi } from 'vitest';

/** A request of the page; `path` is below the API base. */
export type Call = {
  method: string;
  path: string;
  params: Record<string, string>;
  /** The `Authorization` header. */
  key: string | null;
  body: unknown;
};
/** The answer to a request; undefined: 404. */
export type Answer = (call: Call) => Response | Promise<Response> | undefined;

export const refusal = (status: number, error = '', code: ErrorCode = 'internal'): Response =>
  error === '' ? Response.json({}, { status }) : Response.json({ error, code }, { status });
export const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

/** Replaces `fetch` by a fake server, until `vi.unstubAllGlobals()`. */
export function stubServer(answer: Answer) {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: pathname.replace(/^.*\/api/, ''),
      params: Object.fromEntries(searchParams),
      key: request.headers.get('Authorization'),
      body: text === '' ? null : request.headers.get('Content-Type')?.startsWith('text/') ? text : JSON.parse(text),
    };
    calls.push(call);
    return (await answer(call)) ?? refusal(404, 'There is no such thing');
  });
  return {
    calls,
    requestsTo: (path: string, method?: string): Call[] =>
      calls.filter((call) => call.path === path && (method === undefined || call.method === method)),
  };
}
