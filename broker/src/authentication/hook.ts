import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { brokerAuthAnswerSchema, type BrokerAuthAnswer, type BrokerAuthRequest } from '@belfry/schemas/http/internal';

/** Asks who somebody is and what they may do. Rejects when nobody can answer now. */
export type AskHook = (question: BrokerAuthRequest) => Promise<BrokerAuthAnswer>;

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export type HookOptions = { apiUrl: string; serviceSecret: string; timeoutMs: number; connections: number };

/**
 * The api's authentication hook (`POST /internal/broker/authenticate`) over connections that are kept open.
 * `node:http` rather than `fetch`: a fleet that comes back asks thousands of times a second.
 */
export function createHook({
  apiUrl,
  serviceSecret,
  timeoutMs,
  connections,
}: HookOptions): AskHook & { close(): void } {
  const url = new URL(`${apiUrl.replace(/\/$/, '')}/internal/broker/authenticate`);
  const secure = url.protocol === 'https:';
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: connections });
  const send = secure ? httpsRequest : httpRequest;

  const ask = async (question: BrokerAuthRequest): Promise<BrokerAuthAnswer> => {
    const body = Buffer.from(JSON.stringify(question));
    const headers = {
      authorization: `Bearer ${serviceSecret}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, { method: 'POST', agent, headers, signal }, resolve).on('error', reject).end(body);
    });
    const text = await readText(answer);
    if (answer.statusCode !== 200) throw new Error(`the authentication hook answered ${answer.statusCode}`);
    return brokerAuthAnswerSchema.parse(JSON.parse(text));
  };
  return Object.assign(ask, { close: () => agent.destroy() });
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the authentication hook answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
