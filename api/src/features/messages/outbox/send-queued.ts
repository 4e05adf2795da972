import { transact } from '../../../db/transact.ts';
import { findAttachment } from './attachments.repository.ts';
import { asError } from '../../../lib/as-error.ts';
import { sendMessageJobs, type MessageJob } from './message-jobs.ts';
import { findForAttempt, findQueued, markSent, markTried } from './queue.repository.ts';
import { retryAfter } from './retry.ts';
import { Refused } from './sender.ts';
import type { OutgoingMessage } from './outbox.repository.ts';
import type { Deps } from '../../../deps.ts';

const ERROR_CHARS = 300;
const PAGE = 500;

/**
 * Makes one attempt to send a message; the state after it and the job of the next attempt are one transaction. A message that was
 * sent, replaced or tried since is left alone, so a repeated job does nothing. See MAIL-2 for when a message is sent twice.
 */
export async function sendQueued(
  deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'outbox'>,
  { message_id, attempt }: MessageJob,
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
    if (tried?.state === 'queued') await sendMessageJobs(trx, deps.jobs, [tried]);
  });
}

/** Null if there is no further attempt. */
function secondsToRetry(error: Error, { attempts, created_at }: OutgoingMessage): number | null {
  return error instanceof Refused ? null : retryAfter(attempts + 1, Date.now() - created_at.getTime());
}

/** The part of an error that may be logged; its text can quote the recipient or the message. */
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/** Gives every queued message a job that has none: those of a version without jobs, and those whose job was lost. */
export async function resumeQueuedMessages({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (let after = 0, count = PAGE; count === PAGE;) {
    const messages = await findQueued(db, { after, limit: PAGE });
    await transact(db, (trx) => sendMessageJobs(trx, jobs, messages));
    count = messages.length;
    after = messages.at(-1)?.id ?? after;
  }
}
