import type { MessageChannel } from '@belfry/schemas/http/messages/outbox';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { defineQueue, type Jobs, type NewJob } from '../../../jobs/index.ts';
import { SEND_TIMEOUT_MS } from './sender.ts';

const options = {
  /** `attempt`: how many attempts the message has had. One that has had more was tried by an earlier run of the job. */
  schema: z.strictObject({ message_id: z.int(), attempt: z.int() }),
  concurrency: 8,
  // An import of people queues a thousand.
  batch: 4,
  // Repeated when its process died or Postgres was away. A failed attempt is a job of its own later.
  retries: 12,
  retryDelayS: 1,
  timeoutS: (4 * SEND_TIMEOUT_MS) / 1_000,
};

/** Each channel has its own queue, so that a provider that hangs does not delay the other channel. */
export const MESSAGE_QUEUES = {
  mail: defineQueue('outbox-mail', options),
  sms: defineQueue('outbox-sms', options),
} as const;

export type MessageJob = z.output<typeof options.schema>;
export type DueMessage = { id: number; channel: MessageChannel; attempts: number; due_at: Date };

/** Stores the job for the next attempt of each message; where it exists, nothing changes. Must run in the transaction of the change. */
export async function sendMessageJobs(
  trx: Kysely<Database>,
  jobs: Pick<Jobs, 'sendAll'>,
  messages: readonly DueMessage[],
): Promise<void> {
  for (const channel of ['mail', 'sms'] as const) {
    const due = messages.filter((message) => message.channel === channel);
    await jobs.sendAll(trx, MESSAGE_QUEUES[channel], due.map(toJob));
  }
}

const toJob = ({ id, attempts, due_at }: DueMessage): NewJob<MessageJob> => ({
  id: jobId(id, attempts),
  data: { message_id: id, attempt: attempts },
  startAfter: due_at,
});

/** The same UUID for the same attempt, so that no attempt gets two jobs. */
function jobId(messageId: number, attempt: number): string {
  const hex = messageId.toString(16).padStart(16, '0');
  const last = attempt.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-8000-${last}`;
}
