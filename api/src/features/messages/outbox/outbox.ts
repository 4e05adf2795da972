import { setTimeout as delay } from 'node:timers/promises';
import type { MessageChannel } from '@belfry/schemas/http/messages/outbox';
import { isDatabaseAway } from '../../../db/errors.ts';
import { redactExpiredSecrets } from './secrets.repository.ts';
import type { Sendable, Sender } from './sender.ts';
import type { StoredCopies } from './stored-copies.ts';
import type { Deps } from '../../../deps.ts';

declare module '../../../deps.ts' {
  interface Deps {
    outbox: Outbox;
  }
}

const CLEAN_INTERVAL_MS = 1_000;
/** How long a running cleaning may take at shutdown. */
const DRAIN_MS = 1_500;

/** The senders of mail and SMS, and the removal of expired secrets from what was sent. */
export type Outbox = {
  /** Hands a message to the provider of its channel. Throws like `Sender.send`. */
  send(message: Sendable & { channel: MessageChannel }): Promise<void>;
  stop(): Promise<void>;
};

type StartOutboxDeps = Pick<Deps, 'db' | 'log'> & {
  senders: Record<MessageChannel, Sender>;
  copies: StoredCopies;
};

/** Redacts expired secrets in messages and in the files of this instance every second. */
export function startOutbox({ db, log, senders, copies }: StartOutboxDeps): Outbox {
  let cleaning: Promise<void> | null = null;
  const clean = (): void => {
    cleaning ??= redactExpiredSecrets(db)
      .then(() => copies.clean())
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'expired secrets could not be removed');
      })
      .finally(() => {
        cleaning = null;
      });
  };
  const timer = setInterval(clean, CLEAN_INTERVAL_MS).unref();

  return {
    async send(message) {
      await senders[message.channel].send(message);
      copies.written(message);
    },
    async stop() {
      clearInterval(timer);
      await Promise.race([cleaning, delay(DRAIN_MS, undefined, { ref: false })]);
      for (const sender of Object.values(senders)) sender.stop();
    },
  };
}
