import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedHook = {
  id: string;
  type: string;
  data: Record<string, unknown>;
  /** Those of the header. */
  signatures: string[];
  /** Whether one of them is that of this secret, and the time is now. */
  isFrom(secret: string): boolean;
};

const TOLERANCE_S = 300;

/** A receiver of webhooks that verifies signatures as Standard Webhooks says, without any code of the api. */
export async function startWebhookReceiver() {
  const received: ReceivedHook[] = [];
  let answer = 200;
  let attempts = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      attempts += 1;
      if (answer < 300) received.push(read(request.headers, Buffer.concat(chunks).toString()));
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** What was answered with 2xx, in the order in which it came. */
    received,
    attempts: (): number => attempts,
    /** Answers with this status from now on. */
    answerWith(status: number): void {
      answer = status;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

function read(headers: NodeJS.Dict<string | string[]>, body: string): ReceivedHook {
  const header = (name: string): string => String(headers[name] ?? '');
  const { type, data } = JSON.parse(body) as Pick<ReceivedHook, 'type' | 'data'>;
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const signatures = header('webhook-signature').split(' ');
  return {
    id,
    type,
    data,
    signatures,
    isFrom(secret) {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const isNow = Math.abs(Date.now() / 1_000 - Number(timestamp)) < TOLERANCE_S;
      return isNow && signatures.includes(`v1,${expected}`);
    },
  };
}

/** The headers with which a sender signs a call of a hook. */
export function signHook(
  secret: string,
  { id, body, at = Date.now() }: { id: string; body: string; at?: number },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
