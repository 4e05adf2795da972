import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** Passes the questions of an engine on to the api that is being tested, whose port is not known when the engine starts. */
export type QuestionsProxy = {
  url: string;
  /** The questions since the start. */
  asked: number;
  passTo(port: number): void;
  stop(): Promise<void>;
};

/** What another process may order with `PUT`: a path, and the body. */
export type Orders = Record<string, (body: string) => Promise<void> | void>;

/** `PUT /target` with a port as the body does the same as `passTo`, for another process. */
export async function startQuestionsProxy(orders: Orders = {}): Promise<QuestionsProxy> {
  let target = 0;
  const known: Orders = { ...orders, '/target': (port) => void (target = Number(port)) };
  const server = createServer((req, res) => {
    const order = req.method === 'PUT' ? known[req.url ?? ''] : undefined;
    if (order) {
      void readText(req)
        .then(order)
        .then(
          () => res.end(),
          (error: unknown) => res.writeHead(500).end(String(error)),
        );
      return;
    }
    proxy.asked++;
    const { method, url, headers } = req;
    const asked = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    asked.on('error', () => res.writeHead(502).end());
    req.pipe(asked);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy: QuestionsProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: 0,
    passTo(port) {
      target = port;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return proxy;
}
