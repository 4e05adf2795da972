import type { Answer as AnswerOf, Endpoint, Parsed } from '@belfry/schemas/http/endpoint';
import type { ErrorCode } from '@belfry/schemas/http/errors';
import { vi } from 'vitest';
import type { z } from 'zod';

/** A request of the page; `path` is below the API base. */
export type Call = {
  method: string;
  path: string;
  params: Record<string, string>;
  key: string | null;
  type: string | null;
  body: unknown;
};
/** The answer to a request; undefined: 404. */
export type Answer = (call: Call) => Response | Promise<Response> | undefined;

type Received<E> = { params: Parsed<E, 'params'>; query: Parsed<E, 'query'>; body: Parsed<E, 'body'> };

/** The parameters of the path of a call to this endpoint; null for any other call. */
function paramsOf({ method, path }: Endpoint, call: Call): Record<string, string> | null {
  if (call.method !== method.toUpperCase()) return null;
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(call.path);
  return found && { ...found.groups };
}

export const isTo = (endpoint: Endpoint, call: Call): boolean => paramsOf(endpoint, call) !== null;

/** Answers the calls of one endpoint, with what the contract makes of the request; a request that it refuses fails the test. */
export function on<E extends Endpoint>(
  endpoint: E,
  answer: (received: Received<E>) => AnswerOf<E> | Response | Promise<Response>,
): Answer {
  const schemas = endpoint as Partial<Record<'params' | 'query' | 'body', z.ZodType>>;
  return (call) => {
    const params = paramsOf(endpoint, call);
    if (!params) return undefined;
    const received = {
      params: schemas.params?.parse(params),
      query: schemas.query?.parse(call.params),
      body: schemas.body?.parse(call.body),
    } as Received<E>;
    const answered = answer(received);
    if (answered instanceof Response || answered instanceof Promise) return answered;
    return endpoint.answer === null ? new Response(null, { status: 204 }) : Response.json(answered);
  };
}

export const firstOf =
  (...answers: Answer[]): Answer =>
  (call) => {
    for (const answer of answers) {
      const given = answer(call);
      if (given) return given;
    }
    return undefined;
  };

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
      path: pathname.replace(/^.*?\/api(?=\/)/, ''),
      params: Object.fromEntries(searchParams),
      key: request.headers.get('Authorization'),
      type: request.headers.get('Content-Type'),
      body: text === '' ? null : request.headers.get('Content-Type')?.startsWith('text/') ? text : JSON.parse(text),
    };
    calls.push(call);
    return (await answer(call)) ?? refusal(404, 'There is no such thing');
  });
  return {
    calls,
    requestsTo: (to: string | Endpoint, method?: string): Call[] =>
      calls.filter((call) =>
        typeof to === 'string' ? call.path === to && (method === undefined || call.method === method) : isTo(to, call),
      ),
  };
}
