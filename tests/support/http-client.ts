export type CallOptions = {
  /** User key or service secret. */
  key?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** What a body says when nobody cares for its shape: an object, the error envelope among them. */
type AnyObject = Record<string, unknown> & { error?: string; code?: string };
export type Answer<T> = { status: number; body: T; headers: Headers };
type Call = <T = AnyObject>(path: string, options?: CallOptions) => Promise<Answer<T>>;

/** Calls the api like any other client would. */
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
  // What a body looks like is the story's own claim.
  return { url, ...(methods as Omit<HttpClient, 'url'>) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
