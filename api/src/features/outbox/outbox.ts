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

/** How often the queue is looked at unasked: for retries, and for what other replicas have queued. */
const LOOK_EVERY_MS = 1_000;
const BATCH = 8;
/** Longer than the longest try: nobody else may take what is still being sent. */
const LEASE_S = (4 * SEND_TIMEOUT_MS) / 1_000;
const ERROR_CHARS = 300;
/** At the end, tries that run get this long. */
const DRAIN_MS = 1_500;

/** The worker that empties the queue of mail and SMS. */
export type Outbox = {
  /** Something was queued: call it after the commit, so that it leaves at once. */
  wake(): void;
  stop(): Promise<void>;
};

type StartOutboxDeps = Pick<OutboxDeps, 'db' | 'log'> & {
  senders: Record<MessageChannel, Sender>;
  copies: StoredCopies;
};

/** Starts emptying the queue; every replica does, none takes what another has. */
export function startOutbox({ db, log, senders, copies }: StartOutboxDeps): Outbox {
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let cleaning: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const deliver = async (message: OutgoingMessage): Promise<void> => {
    // Neither the recipient nor the text: codes and people stay out of logs.
    const about = { message_id: message.id, channel: message.channel, kind: message.kind, attempt: message.attempts };
    const error = await senders[message.channel].send(message).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    if (!error) {
      copies.written(message);
      await markSent(db, message.id);
      log.debug(about, 'message sent');
      return;
    }
    const age = Date.now() - message.created_at.getTime();
    const retrySeconds = error instanceof Refused ? null : retryAfter(message.attempts, age);
    log.warn({ ...about, error_code: codeOf(error), retry_s: retrySeconds }, 'message could not be sent');
    await markTried(db, message.id, { error: error.message.slice(0, ERROR_CHARS), retrySeconds });
  };

  const track = (message: OutgoingMessage): void => {
    const task = deliver(message)
      .catch(noteFailure)
      .finally(() => {
        running.delete(task);
        look();
      });
    running.add(task);
  };

  const take = async (): Promise<void> => {
    const room = BATCH - running.size;
    if (room <= 0) return;
    const due = await claimDue(db, room, LEASE_S);
    for (const message of due) track(message);
    if (due.length === room) again = true;
  };

  const look = (): void => {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    looking = take()
      .catch(noteFailure)
      .finally(() => {
        looking = null;
        if (!again) return;
        again = false;
        if (running.size < BATCH) look();
      });
  };

  function noteFailure(error: unknown): void {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'the outbox failed');
  }

  /** Takes out of messages and their copies what opens nothing any more, one round at a time. */
  const clean = (): void => {
    cleaning ??= redactExpiredSecrets(db)
      .then(() => copies.clean())
      .catch(noteFailure)
      .finally(() => {
        cleaning = null;
      });
  };

  const timer = setInterval(() => {
    look();
    clean();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    wake: look,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await Promise.race([Promise.all([...running, cleaning]), delay(DRAIN_MS, undefined, { ref: false })]);
      for (const sender of Object.values(senders)) sender.stop();
    },
  };
}

/** What may be logged of an error: its text can quote the recipient, or the message. */
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
