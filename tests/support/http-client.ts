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

/** Who calls: a user, or what is in the header `Authorization`. null: nobody who has signed in. */
export type Caller = { key?: string | undefined } | null | undefined;
/** What a request has beside its fields. */
export type SentAs = {
  headers?: Record<string, string>;
  /** Sent as it is, instead of the fields of the body: a file, or a text that is no valid body. */
  body?: string | Uint8Array | ReadableStream;
  /** Ends the request. */
  signal?: AbortSignal;
};

type Fields<I> = I extends object ? { [K in keyof I]?: unknown } : object;
/** The fields of an endpoint by name. Their values are free, since tests send wrong ones too. */
export type SentFields<E> = Fields<Input<E>>;
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
export type BodyOf<E> = Merged<AnswerOf<E>> & Omit<Partial<ErrorEnvelope>, KeysOf<AnswerOf<E>>>;

/** An HTTP client of the api. */
export type HttpClient = {
  url: string;
  /** Calls an endpoint of the contract as this user. */
  call: <E extends Endpoint>(
    endpoint: E,
    caller: Caller,
    input?: SentFields<E>,
    as?: SentAs,
  ) => Promise<Answer<BodyOf<E>>>;
  /** As `call`, with the answer as it is: for files, and for what is read while it arrives. */
  raw: <E extends Endpoint>(endpoint: E, caller: Caller, input?: SentFields<E>, as?: SentAs) => Promise<Response>;
  /** The address of an endpoint with these fields, for another client than this one. */
  address: <E extends Endpoint>(endpoint: E, input?: SentFields<E>) => string;
  /** By path: for paths that no endpoint has, and for those whose spelling a test is about. */
  get: Call;
  post: Call;
  put: Call;
  patch: Call;
  delete: Call;
};

/** The path of an endpoint with these fields, and its query: `/api/devices/all?page=2`. @param base what is before it */
export function pathOf<E extends Endpoint>(endpoint: E, input?: SentFields<E>, base = '/api'): string {
  const { path, query } = requestOf(endpoint, input);
  const search = new URLSearchParams(query).toString();
  return `${base}${path}${search && `?${search}`}`;
}

/** @param base what is before the paths of the endpoints that this server has */
export function createHttpClient(url: string, base: '/api' | '/internal' | '' = '/api'): HttpClient {
  const byPath =
    (method: string) =>
    async (path: string, { key, body, headers }: CallOptions = {}) => {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      return answerOf(await fetch(url + path, { method, ...requestInit(key, { body: text, headers }) }));
    };
  const address = (endpoint: Endpoint, input?: unknown): string => url + pathOf(endpoint, input as object, base);
  const raw = (endpoint: Endpoint, caller: Caller, input?: unknown, as: SentAs = {}): Promise<Response> => {
    const { method, body } = requestOf(endpoint, input);
    const type = endpoint.bodyType ?? (endpoint.upload ? 'application/octet-stream' : 'application/json');
    const sent = as.body ?? (typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
    const init = requestInit(caller?.key, { body: sent, headers: as.headers }, type);
    return fetch(address(endpoint, input), { method, ...init, ...(as.signal && { signal: as.signal }) });
  };
  return {
    url,
    // The body of an endpoint is checked by the api under test.
    call: (async (...args: Parameters<typeof raw>) => answerOf(await raw(...args))) as HttpClient['call'],
    raw,
    address,
    // The type of a body is asserted by the caller.
    ...({
      get: byPath('GET'),
      post: byPath('POST'),
      put: byPath('PUT'),
      patch: byPath('PATCH'),
      delete: byPath('DELETE'),
    } as Pick<HttpClient, 'get' | 'post' | 'put' | 'patch' | 'delete'>),
  };
}

function requestInit(
  key: string | undefined,
  { body, headers }: { body: SentAs['body'] | undefined; headers: SentAs['headers'] | undefined },
  type = 'application/json',
): RequestInit {
  return {
    headers: {
      ...(key !== undefined && { authorization: key }),
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    },
    ...(body !== undefined && { body: body as BodyInit }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  };
}

/** The body of a success. Rejects with what was answered otherwise. */
export async function success<T>(calling: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await calling;
  if (status < 200 || status > 299) throw new Error(`it was refused: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function answerOf(response: Response): Promise<Answer<unknown>> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
