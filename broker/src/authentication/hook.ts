import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { brokerAuthAnswerSchema, type BrokerAuthAnswer, type BrokerAuthRequest } from '@belfry/schemas/http/internal';

/** Asks who somebody is and what they may do. Rejects when nobody can answer now. */
export type AskHook = (question: BrokerAuthRequest) => Promise<BrokerAuthAnswer>;

const MAX_ANSWER_LENGTH = 4 * 1024 * 1024;

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

  const options = { method: 'POST', agent, host: url.hostname, port: url.port, path: url.pathname };
  const authorization = `Bearer ${serviceSecret}`;

  const ask = async (question: BrokerAuthRequest): Promise<BrokerAuthAnswer> => {
    // A string leaves in one piece with its headers; a buffer would be a second write.
    const body = JSON.stringify(question);
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = send({ ...options, headers });
    const timer = setTimeout(
      () => request.destroy(new Error('the authentication hook did not answer in time')),
      timeoutMs,
    );
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on('response', resolve).on('error', reject).end(body);
      });
      const text = await readText(answer);
      if (answer.statusCode !== 200) throw new Error(`the authentication hook answered ${answer.statusCode}`);
      return brokerAuthAnswerSchema.parse(JSON.parse(text));
    } finally {
      clearTimeout(timer);
    }
  };
  return Object.assign(ask, { close: () => agent.destroy() });
}

function readText(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_ANSWER_LENGTH) answer.destroy(new Error('the authentication hook answered too much'));
    });
    answer.on('end', () => resolve(text)).on('error', reject);
    answer.on('close', () => reject(new Error('the authentication hook broke off')));
  });
}
