import { Pool } from 'undici';
import { brokerAuthAnswerSchema, type BrokerAuthAnswer, type BrokerAuthRequest } from '@belfry/schemas/http/internal';

/** Asks the api who a client is and what it may do. Rejects when the api is unavailable. */
export type AskHook = (question: BrokerAuthRequest) => Promise<BrokerAuthAnswer>;

/** The access list of somebody who owns 20,000 devices takes 6 MB. */
const MAX_ANSWER_LENGTH = 8 * 1024 * 1024;

export type HookOptions = { apiUrl: string; serviceSecret: string; timeoutMs: number; connections: number };

/**
 * Calls the api's authentication hook (`POST /internal/broker/authenticate`) over persistent connections. It uses undici's
 * request rather than `fetch` or `node:http`, because a fleet that reconnects causes thousands of calls a second.
 */
export function createHook({
  apiUrl,
  serviceSecret,
  timeoutMs,
  connections,
}: HookOptions): AskHook & { close(): void } {
  const { origin, pathname } = new URL(`${apiUrl.replace(/\/$/, '')}/internal/broker/authenticate`);
  const pool = new Pool(origin, {
    connections,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_ANSWER_LENGTH,
  });
  const headers = { authorization: `Bearer ${serviceSecret}`, 'content-type': 'application/json' };

  const ask = async (question: BrokerAuthRequest): Promise<BrokerAuthAnswer> => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: pathname,
      headers,
      body: JSON.stringify(question),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`the authentication hook answered ${statusCode}`);
    return brokerAuthAnswerSchema.parse(JSON.parse(text));
  };
  return Object.assign(ask, { close: () => void pool.destroy() });
}
