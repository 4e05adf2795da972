import { type BackoffLimits, backoffMs } from '@belfry/schemas/timing/backoff';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { defineQueue, type Jobs, type NewJob } from '../../../jobs/index.ts';
import { asError } from '../../../errors.ts';
import {
  type DueMessage,
  findAttachment,
  findForAttempt,
  findQueued,
  markSent,
  markTried,
  type OutgoingMessage,
} from './outbox.repository.ts';
import { Refused, SEND_TIMEOUT_MS } from './sender.ts';

const ERROR_CHARS = 300;
const PAGE = 500;

/**
 * Makes one attempt to send a message; the state after it and the job of the next attempt are one transaction. A message that was
 * sent, replaced or tried since is left alone, so a repeated job does nothing. See MAIL-2 for when a message is sent twice.
 */
export async function sendQueued(
  deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'outbox'>,
  { message_id, attempt, urgent }: MessageJob,
): Promise<void> {
  const { db, log, outbox } = deps;
  const message = await findForAttempt(db, message_id, attempt);
  if (!message) return;
  // Without recipient and text, so that codes and personal data are not logged.
  const fields = { message_id, channel: message.channel, kind: message.kind, attempt: attempt + 1 };
  // No other mail has one, and there may be a thousand of them.
  const attachment = message.kind === 'notice' ? await findAttachment(db, message_id) : undefined;
  const error = await outbox.send({ ...message, attachment }).then(() => null, asError);
  if (!error) {
    await markSent(db, message_id);
    log.debug(fields, 'message sent');
    return;
  }
  const retrySeconds = secondsToRetry(error, message);
  log.warn({ ...fields, error_code: codeOf(error), retry_s: retrySeconds }, 'message could not be sent');
  await transact(db, async (trx) => {
    const outcome = { error: error.message.slice(0, ERROR_CHARS), retrySeconds };
    const tried = await markTried(trx, message_id, outcome);
    if (tried?.state === 'queued') await sendMessageJobs(trx, deps.jobs, [tried], urgent);
  });
}

function secondsToRetry(error: Error, { attempts, created_at }: OutgoingMessage): number | null {
  return error instanceof Refused ? null : retryAfter(attempts + 1, Date.now() - created_at.getTime());
}

/** The part of an error that may be logged; its text can quote the recipient or the message. */
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/** Gives every queued message a job that has none: those of a version without jobs, and those whose job was lost. */
export async function resumeQueuedMessages({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (let after = 0, count = PAGE; count === PAGE;) {
    const messages = await findQueued(db, { after, limit: PAGE });
    await transact(db, (trx) => sendMessageJobs(trx, jobs, messages, false));
    count = messages.length;
    after = messages.at(-1)?.id ?? after;
  }
}

const options = {
  /** `attempt`: how many attempts the message has had. One that has had more was tried by an earlier run of the job. */
  schema: z.strictObject({
    message_id: z.int(),
    attempt: z.int(),
    user_id: z.int().default(0),
    urgent: z.boolean().default(false),
  }),
  concurrency: 8,
  // On whose behalf it is sent: none keeps the others' messages waiting behind theirs.
  groupOf: ({ user_id }: { user_id: number }) => user_id,
  perGroup: 4,
  // Emergencies and codes, for which somebody waits.
  isUrgent: ({ urgent }: { urgent: boolean }) => urgent,
  urgentPlaces: 4,
  // An import of people queues a thousand.
  batch: 4,
  // Repeated when its process died or Postgres was away. A failed attempt is a job of its own later.
  retries: 12,
  retryDelayS: 1,
  timeoutS: (4 * SEND_TIMEOUT_MS) / 1_000,
};

/** Each channel has its own queue, so that a provider that hangs does not delay the other channel. */
export const MAIL_QUEUES = {
  mail: defineQueue('outbox-mail', options),
  sms: defineQueue('outbox-sms', options),
} as const;

type MessageJob = z.output<typeof options.schema>;

/** Stores the job for the next attempt of each message; where it exists, nothing changes. Must run in the transaction of the change. */
export async function sendMessageJobs(
  trx: Kysely<Database>,
  jobs: Pick<Jobs, 'sendAll'>,
  messages: readonly DueMessage[],
  urgent: boolean,
): Promise<void> {
  for (const channel of ['mail', 'sms'] as const) {
    const due = messages.filter((message) => message.channel === channel);
    await jobs.sendAll(
      trx,
      MAIL_QUEUES[channel],
      due.map((message) => toJob(message, urgent)),
    );
  }
}

const toJob = ({ id, user_id, attempts, due_at }: DueMessage, urgent: boolean): NewJob<MessageJob> => ({
  id: jobId(id, attempts),
  data: { message_id: id, attempt: attempts, user_id: user_id ?? 0, urgent },
  startAfter: due_at,
});

/** The same UUID for the same attempt, so that no attempt gets two jobs. */
function jobId(messageId: number, attempt: number): string {
  const hex = messageId.toString(16).padStart(16, '0');
  const last = attempt.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-8000-${last}`;
}

const RETRY: BackoffLimits = { firstMs: 1_000, maxMs: 300_000, jitter: [0.75, 1.25] };
/** An older message is not sent any more. */
const MAX_AGE_MS = 48 * 3_600_000;

export function retryAfter(attempts: number, ageMs: number, random: () => number = Math.random): number | null {
  if (ageMs > MAX_AGE_MS) return null;
  return backoffMs(attempts - 1, RETRY, random) / 1_000;
}
