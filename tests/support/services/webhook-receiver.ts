import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export type ReceivedHook = {
  id: string;
  type: string;
  data: Record<string, unknown>;
  /** Those of the header. */
  signatures: string[];
  /** Whether one of them is that of this secret, and the time is now. */
  isFrom(secret: string): boolean;
};

/** A receiver of webhooks that verifies signatures with the library of Standard Webhooks. */
export async function startWebhookReceiver() {
  const received: ReceivedHook[] = [];
  let answer = 200;
  let answerHeaders: Record<string, string> = {};
  let answerBody = 'ok';
  let answerAfterMs = 0;
  let attempts = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      attempts += 1;
      if (answer < 300) received.push(read(request.headers, Buffer.concat(chunks).toString()));
      const headers = { ...(answer === 302 && { location: '/elsewhere' }), ...answerHeaders };
      const [status, text] = [answer, answerBody];
      setTimeout(() => response.writeHead(status, headers).end(text), answerAfterMs);
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
    answerWith(
      status: number,
      {
        headers = {},
        body = 'ok',
        afterMs = 0,
      }: { headers?: Record<string, string>; body?: string; afterMs?: number } = {},
    ): void {
      answer = status;
      answerHeaders = headers;
      answerBody = body;
      answerAfterMs = afterMs;
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
  const id = header('webhook-id');
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': header('webhook-timestamp'),
    'webhook-signature': header('webhook-signature'),
  };
  const signatures = signed['webhook-signature'].split(' ');
  return {
    id,
    type,
    data,
    signatures,
    isFrom(secret) {
      try {
        new Webhook(secret).verify(body, signed);
        return true;
      } catch (error) {
        if (error instanceof WebhookVerificationError) return false;
        throw error;
      }
    },
  };
}

/** The headers with which a sender signs a call of a hook. */
export function signHook(
  secret: string,
  { id, body, at = Date.now() }: { id: string; body: string; at?: number },
): Record<string, string> {
  const signature = new Webhook(secret).sign(id, new Date(at), body);
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at / 1_000)), 'webhook-signature': signature };
}
