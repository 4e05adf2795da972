import { requestOf, type Answer as AnswerOf, type Endpoint, type Input } from '@belfry/schemas/http/endpoint';
import type { ErrorEnvelope } from '@belfry/schemas/http/errors';

export type CallOptions = {
  /** User key or service secret. */
  key?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** The type of a response body when the caller gives none: any object, including the error envelope. */
export type UntypedBody = Record<string, unknown> & { error?: string; code?: string };
export type Answer<T> = { status: number; body: T; headers: Headers };
type Call = <T = UntypedBody>(path: string, options?: CallOptions) => Promise<Answer<T>>;

type Fields<I> = I extends object ? { [K in keyof I]?: unknown } : object;
/** The fields of an endpoint by name. Their values are free, since tests send wrong ones too. */
type SentFields<E> = Fields<Input<E>>;
type KeysOf<T> = T extends unknown ? keyof T : never;
type FieldOf<T, K extends PropertyKey> = T extends { [Name in K]?: infer Value } ? Value : never;
/** Of an answer that is one of several objects: the fields of all, since the test knows which one it gets. */
type Merged<T> = [T] extends [null]
  ? unknown
  : [T] extends [readonly unknown[]]
    ? T
    : [T] extends [object]
      ? { [K in KeysOf<T>]: FieldOf<T, K> }
      : T;
/** The error envelope is part of every body, since its status says which one it is. */
type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  caller: { key?: string | undefined } | null,
  input?: SentFields<E>,
) => Promise<Answer<Merged<AnswerOf<E>> & Omit<Partial<ErrorEnvelope>, KeysOf<AnswerOf<E>>>>>;

/** An HTTP client of the api. */
export type HttpClient = {
  url: string;
  get: Call;
  post: Call;
  put: Call;
  delete: Call;
  /** Calls an endpoint of the contract as this user. */
  call: CallEndpoint;
};

export function createHttpClient(url: string): HttpClient {
  const call =
    (method: string) =>
    async (path: string, { key, body, headers }: CallOptions = {}) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(key !== undefined && { authorization: key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parseJson(text) };
    };
  const methods = { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') };
  const callEndpoint = (endpoint: Endpoint, caller: { key?: string | undefined } | null, input?: unknown) => {
    const { method, path, query, body } = requestOf(endpoint, input);
    const search = new URLSearchParams(query).toString();
    return call(method)(`/api${path}${search && `?${search}`}`, { key: caller?.key, body });
  };
  // The type of a body is asserted by the caller; that of an endpoint is checked by the api under test.
  return { url, ...(methods as Omit<HttpClient, 'url' | 'call'>), call: callEndpoint as CallEndpoint };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
