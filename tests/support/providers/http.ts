import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type RecordedRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

export type FakeHttp = {
  url: string;
  requests: RecordedRequest[];
  /** Responds to the next requests with these statuses, then with 200. */
  failNext(...statuses: number[]): void;
  stop(): Promise<void>;
};

/** A fake HTTP SMS provider on loopback that records requests. Port 0 selects a free one. */
export async function startHttpProvider(port = 0): Promise<FakeHttp> {
  const requests: RecordedRequest[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
      const query = Object.fromEntries(searchParams);
      requests.push({ method: request.method ?? '', path: pathname, query, headers: request.headers, body });
      response.statusCode = statuses.shift() ?? 200;
      response.end('{"status":"accepted"}');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (...next) => statuses.push(...next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
