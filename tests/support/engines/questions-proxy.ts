import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** Passes the questions of an engine on to the api that is being tested, whose port is not known when the engine starts. */
export type QuestionsProxy = {
  url: string;
  passTo(port: number): void;
  stop(): Promise<void>;
};

/** What another process may order with `PUT`: a path, and the body. */
export type Orders = Record<string, (body: string) => Promise<void> | void>;

/** How often each question was asked since the start, by its name. */
export type Asked = Record<string, number>;

/** For another process: `PUT /target` with a port as the body does the same as `passTo`, and GET answers with `Asked`. */
export async function startQuestionsProxy(orders: Orders = {}): Promise<QuestionsProxy> {
  let target = 0;
  const known: Orders = { ...orders, '/target': (port) => void (target = Number(port)) };
  const asked: Asked = {};
  const server = createServer((req, res) => {
    if (req.method === 'GET') return void res.end(JSON.stringify(asked));
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
    const { method, url, headers } = req;
    const question = /(\w+)\?/.exec(url ?? '')?.[1] ?? '';
    asked[question] = (asked[question] ?? 0) + 1;
    const passed = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.writeHead(502).end());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passTo(port) {
      target = port;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
