import { Pool } from 'undici';
import { isSerial } from '@belfry/schemas/domain/serial';
import {
  AUTH_BATCH_MAX,
  brokerAuthAnswerSchema,
  brokerAuthBatchAnswerSchema,
  type BrokerAuthAnswer,
  type BrokerAuthRequest,
  type BrokerTwins,
} from '@belfry/schemas/http/service/internal';

/** Rejects when the api is unavailable. */
export type AskHook = (question: BrokerAuthRequest) => Promise<BrokerAuthAnswer>;

/** The access list of somebody who owns 20,000 devices takes 6 MB. */
const MAX_ANSWER_LENGTH = 8 * 1024 * 1024;

/** While so many batches are being answered, the next one grows; the second is for a fleet that reconnects and for an api that hangs. */
const BATCHES_AT_ONCE = 2;
const BATCH_MAX_WAIT_MS = 20;
/** Longer texts, or with other characters, are asked about alone, so that no client can make a batch of others too large or invalid. */
const PLAIN = /^[\x21-\x7e]{0,128}$/;

const isBatchable = ({ clientid, username, password }: BrokerAuthRequest): boolean =>
  isSerial(username) && PLAIN.test(clientid) && PLAIN.test(password);

class HookError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number) {
    super(`the authentication hook answered ${statusCode}`);
    this.statusCode = statusCode;
  }
}

export type HookOptions = { apiUrl: string; serviceSecret: string; timeoutMs: number; connections: number };

/**
 * Calls the api's authentication hook (`POST /internal/broker/authenticate`) over persistent connections. Because a fleet that
 * reconnects causes thousands of questions a second, it uses undici's request rather than `fetch` or `node:http`, and asks
 * about devices that connect at the same time with one call. The answer for a console may be long and is asked for alone.
 */
export function createHook({
  apiUrl,
  serviceSecret,
  timeoutMs,
  connections,
}: HookOptions): AskHook & { close(): void; reportTwins(twins: BrokerTwins): Promise<void> } {
  const { origin, pathname } = new URL(`${apiUrl.replace(/\/$/, '')}/internal/broker/authenticate`);
  const batchPath = `${pathname}-batch`;
  const twinsPath = pathname.replace(/authenticate$/, 'twins');
  const pool = new Pool(origin, {
    connections,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_ANSWER_LENGTH,
  });
  const headers = { authorization: `Bearer ${serviceSecret}`, 'content-type': 'application/json' };

  async function post(path: string, question: unknown): Promise<unknown> {
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(question) });
    const text = await body.text();
    if (statusCode === 204) return undefined;
    if (statusCode !== 200) throw new HookError(statusCode);
    return JSON.parse(text);
  }
  const askOne = async (question: BrokerAuthRequest): Promise<BrokerAuthAnswer> =>
    brokerAuthAnswerSchema.parse(await post(pathname, question));

  /** An api of the release before does not know the call for several (404). */
  async function askAll(clients: BrokerAuthRequest[]): Promise<(BrokerAuthAnswer | null)[]> {
    try {
      if (clients.length === 1) return await Promise.all(clients.map(askOne));
      return brokerAuthBatchAnswerSchema.parse(await post(batchPath, { clients })).answers;
    } catch (error) {
      if (clients.length === 1 || !(error instanceof HookError) || error.statusCode >= 500) throw error;
      return Promise.all(clients.map((client) => askOne(client).catch(() => null)));
    }
  }
  const askTogether = inBatches(askAll, {
    maxBatch: AUTH_BATCH_MAX,
    maxRunning: BATCHES_AT_ONCE,
    maxWaitMs: BATCH_MAX_WAIT_MS,
  });
  const ask: AskHook = (question) => (isBatchable(question) ? askTogether(question) : askOne(question));
  return Object.assign(ask, {
    close: () => void pool.destroy(),
    reportTwins: async (twins: BrokerTwins) => void (await post(twinsPath, twins)),
  });
}

type Waiting<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void };

/** Null for a question that could not be answered, though others of its batch could. */
type AskAll<Q, A> = (questions: Q[]) => Promise<(A | null)[]>;

/** `maxWaitMs`: how long questions wait for the end of a running batch before another one is begun beside it. */
type BatchLimits = { maxBatch: number; maxRunning: number; maxWaitMs: number };

/**
 * Collects the questions of one turn of the event loop, and those that come while a batch is being answered, into batches. The answers have the order
 * of the questions. Beside a running batch only a full one is begun, because a call costs as much as several of its questions, or one that has
 * waited too long. A question that comes alone waits for nothing.
 */
export function inBatches<Q, A>(
  askAll: AskAll<Q, A>,
  { maxBatch, maxRunning, maxWaitMs }: BatchLimits,
): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = [];
  let running = 0;
  let waitTimer: NodeJS.Timeout | null = null;

  function settle(batch: Waiting<Q, A>[], answers: readonly (A | null)[]): void {
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index];
      if (answer == null) reject(new Error('the question was not answered'));
      else resolve(answer);
    }
  }

  function begin(): void {
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    running++;
    askAll(batch.map(({ question }) => question))
      .then(
        (answers) => settle(batch, answers),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running--;
        flush();
      });
  }

  /** @param hasWaited whether the questions have waited for as long as they may */
  function flush(hasWaited = false): void {
    if (waitTimer) clearTimeout(waitTimer);
    waitTimer = null;
    const mayBegin = (): boolean => running === 0 || hasWaited || waiting.length >= maxBatch;
    while (waiting.length > 0 && running < maxRunning && mayBegin()) begin();
    if (waiting.length > 0 && running < maxRunning) waitTimer = setTimeout(() => flush(true), maxWaitMs);
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) setImmediate(() => flush());
      else if (waiting.length === maxBatch && waitTimer) flush();
    });
}
