import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

type RawOptions = { method?: string } & Record<string, string>;

/** Sends a path or headers that fetch would change. */
export async function rawCall(
  base: string,
  path: string,
  { method = 'GET', ...headers }: RawOptions,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(base);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ hostname, port, path, method, headers }, resolve).on('error', reject).end();
  const answer = await promise;
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}
