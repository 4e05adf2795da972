export type CallOptions = {
  /** User key or service secret. */
  key?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** The type of a response body when the caller gives none: any object, including the error envelope. */
type UntypedBody = Record<string, unknown> & { error?: string; code?: string };
export type Answer<T> = { status: number; body: T; headers: Headers };
type Call = <T = UntypedBody>(path: string, options?: CallOptions) => Promise<Answer<T>>;

/** An HTTP client of the api. */
export type HttpClient = { url: string; get: Call; post: Call; put: Call; delete: Call };

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
  // The type of a body is asserted by the caller.
  return { url, ...(methods as Omit<HttpClient, 'url'>) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
