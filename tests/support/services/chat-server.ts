import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { method: string; headers: IncomingHttpHeaders; body: string };

/** A server that chats and other systems are: what it was sent, and what it answers from now on. */
export async function startChatServer() {
  const received: Received[] = [];
  let answer = { status: 200, body: 'ok', headers: {} as Record<string, string> };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(changes: Partial<typeof answer>): void {
      answer = { ...answer, ...changes };
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
