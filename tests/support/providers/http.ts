import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type HeardRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

export type FakeHttp = {
  url: string;
  heard: HeardRequest[];
  /** Answers the next requests with these statuses, then with 200 again. */
  answer(...statuses: number[]): void;
  stop(): Promise<void>;
};

/** An SMS provider's HTTP side on loopback, which remembers what it was asked. */
export async function startHttpProvider(): Promise<FakeHttp> {
  const heard: HeardRequest[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
      const query = Object.fromEntries(searchParams);
      heard.push({ method: request.method ?? '', path: pathname, query, headers: request.headers, body });
      response.statusCode = statuses.shift() ?? 200;
      response.end('{"status":"heard"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (...next) => statuses.push(...next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
