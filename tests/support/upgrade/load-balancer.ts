import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends each request to the next of its targets, and repeats none. */
export type LoadBalancer = {
  url: string;
  add(target: string): void;
  /** Requests that are under way are completed. */
  remove(target: string): void;
  stop(): void;
};

/** A load balancer as in front of the replicas of a cluster: it keeps connections to them open. */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  const targets = new Map<string, Agent>();
  let next = 0;

  function forward(req: IncomingMessage, res: ServerResponse): void {
    const chosen = [...targets][next++ % Math.max(1, targets.size)];
    if (!chosen) return void res.writeHead(503).end('no target');
    const [target, agent] = chosen;
    const { method, headers, url = '/' } = req;
    const forwarded = request(target + url, { method, headers, agent }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    forwarded.on('error', (error) => {
      if (res.headersSent) res.destroy();
      else res.writeHead(502).end(`${target}: ${error.message}`);
    });
    req.pipe(forwarded);
  }

  const server = createServer(forward);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (target) => void targets.set(target, new Agent({ keepAlive: true })),
    remove: (target) => void targets.delete(target),
    stop() {
      server.close();
      server.closeAllConnections();
      for (const agent of targets.values()) agent.destroy();
    },
  };
}
