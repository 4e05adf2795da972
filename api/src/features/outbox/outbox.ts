import { setTimeout as delay } from 'node:timers/promises';
import type { MessageChannel } from '@belfry/schemas/http/outbox';
import { isDatabaseAway } from '../../db/errors.ts';
import type { OutboxDeps } from './deps.ts';
import { claimDue, markSent, markTried } from './outbox.repository.ts';
import type { OutgoingMessage } from './outbox.table.ts';
import { retryAfter } from './retry.ts';
import { redactExpiredSecrets } from './secrets.repository.ts';
import { Refused, SEND_TIMEOUT_MS, type Sender } from './sender.ts';
import type { StoredCopies } from './stored-copies.ts';

/** How often the queue is polled: for retries, and for messages of other replicas. */
const POLL_INTERVAL_MS = 1_000;
const BATCH = 8;
/** Longer than every attempt, so that no other replica claims a message that is being sent. */
const LEASE_S = (4 * SEND_TIMEOUT_MS) / 1_000;
const ERROR_CHARS = 300;
/** How long running attempts may take at shutdown. */
const DRAIN_MS = 1_500;

/** The worker that sends queued mail and SMS. */
export type Outbox = {
  /** Must be called after a commit that queued a message, so that it is sent at once. */
  wake(): void;
  stop(): Promise<void>;
};

type StartOutboxDeps = Pick<OutboxDeps, 'db' | 'log'> & {
  senders: Record<MessageChannel, Sender>;
  copies: StoredCopies;
};

/** Starts the worker. Each replica has one; a message is claimed by one of them. */
export function startOutbox({ db, log, senders, copies }: StartOutboxDeps): Outbox {
  const running = new Set<Promise<void>>();
  let polling: Promise<void> | null = null;
  let cleaning: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const deliver = async (message: OutgoingMessage): Promise<void> => {
    // Without recipient and text, so that codes and personal data are not logged.
    const fields = { message_id: message.id, channel: message.channel, kind: message.kind, attempt: message.attempts };
    const error = await senders[message.channel].send(message).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    if (!error) {
      copies.written(message);
      await markSent(db, message.id);
      log.debug(fields, 'message sent');
      return;
    }
    const age = Date.now() - message.created_at.getTime();
    const retrySeconds = error instanceof Refused ? null : retryAfter(message.attempts, age);
    log.warn({ ...fields, error_code: codeOf(error), retry_s: retrySeconds }, 'message could not be sent');
    await markTried(db, message.id, { error: error.message.slice(0, ERROR_CHARS), retrySeconds });
  };

  const track = (message: OutgoingMessage): void => {
    const task = deliver(message)
      .catch(logFailure)
      .finally(() => {
        running.delete(task);
        poll();
      });
    running.add(task);
  };

  const claim = async (): Promise<void> => {
    const capacity = BATCH - running.size;
    if (capacity <= 0) return;
    const due = await claimDue(db, capacity, LEASE_S);
    for (const message of due) track(message);
    if (due.length === capacity) again = true;
  };

  const poll = (): void => {
    if (stopped) return;
    if (polling) {
      again = true;
      return;
    }
    polling = claim()
      .catch(logFailure)
      .finally(() => {
        polling = null;
        if (!again) return;
        again = false;
        if (running.size < BATCH) poll();
      });
  };

  function logFailure(error: unknown): void {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'the outbox failed');
  }

  /** Redacts expired secrets in messages and their files, one run at a time. */
  const clean = (): void => {
    cleaning ??= redactExpiredSecrets(db)
      .then(() => copies.clean())
      .catch(logFailure)
      .finally(() => {
        cleaning = null;
      });
  };

  const timer = setInterval(() => {
    poll();
    clean();
  }, POLL_INTERVAL_MS);
  timer.unref();
  return {
    wake: poll,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await polling;
      await Promise.race([Promise.all([...running, cleaning]), delay(DRAIN_MS, undefined, { ref: false })]);
      for (const sender of Object.values(senders)) sender.stop();
    },
  };
}

/** The part of an error that may be logged; its text can quote the recipient or the message. */
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
