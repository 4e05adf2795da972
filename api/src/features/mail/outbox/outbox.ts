import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessageChannel } from '@belfry/schemas/http/mail/outbox';
import type { Config } from '../../../config/config.ts';
import { isDatabaseAway } from '../../../db/errors.ts';
import type { Deps } from '../../../deps.ts';
import { createMailFileSender, createSmtpSender } from './mail-sender.ts';
import type { OutgoingMessage } from './outbox.repository.ts';
import { findStored, redactExpiredSecrets } from './secrets.repository.ts';
import { messageFileName, messageFolder, type Sendable, type Sender } from './sender.ts';
import { createSmsFileSender, SMS_SENDERS } from './sms-senders.ts';

declare module '../../../deps.ts' {
  interface Deps {
    outbox: Outbox;
  }
}

const CLEAN_INTERVAL_MS = 1_000;
const DRAIN_MS = 1_500;

type Outbox = {
  /** Throws like `Sender.send`. */
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

type FileSettings = Pick<Config, 'DATA_DIR' | 'MAIL_FROM'>;

export const createFileSenders = ({ DATA_DIR, MAIL_FROM }: FileSettings): Record<MessageChannel, Sender> => ({
  mail: createMailFileSender(DATA_DIR, MAIL_FROM),
  sms: createSmsFileSender(DATA_DIR),
});

export const createSenders = (config: Config): Record<MessageChannel, Sender> => ({
  mail: config.SMTP_URL
    ? createSmtpSender(config.SMTP_URL, config.MAIL_FROM)
    : createMailFileSender(config.DATA_DIR, config.MAIL_FROM),
  sms: SMS_SENDERS[config.SMS_PROVIDER](config),
});

const CHANNELS: readonly MessageChannel[] = ['mail', 'sms'];
const CHUNK = 200;

type Copy = { channel: MessageChannel; id: number };

type StoredCopies = {
  written(message: Copy): void;
  /** Rewrites the files of messages whose secret was removed, and deletes those of deleted messages. */
  clean(): Promise<void>;
};

type StoredCopiesDeps = Pick<Deps, 'db'> & {
  dataDir: string;
  writers: Record<MessageChannel, Pick<Sender, 'send'>>;
};

/**
 * Maintains the files in DATA_DIR/outbox. The files that may contain a valid secret are known from a listing at the start
 * and from later writes, so that each run queries only those.
 */
export function createStoredCopies({ db, dataDir, writers }: StoredCopiesDeps): StoredCopies {
  const unsettled = new Map<string, Copy>();
  let listed = false;

  const track = (copy: Copy): void => void unsettled.set(`${copy.channel}/${copy.id}`, copy);

  async function list(): Promise<void> {
    for (const channel of CHANNELS) {
      const names = await readdir(messageFolder(dataDir, channel)).catch(() => []);
      for (const name of names) if (/^\d+\.(?:eml|json)$/.test(name)) track({ channel, id: Number.parseInt(name, 10) });
    }
    listed = true;
  }

  async function settle(key: string, copy: Copy, message: OutgoingMessage | undefined): Promise<void> {
    if (message && (message.code !== null || message.link !== null)) return;
    const path = join(messageFolder(dataDir, copy.channel), messageFileName(copy));
    if (!message) await rm(path, { force: true });
    else if (message.secret_removed_at !== null && (await fileExists(path))) await writers[copy.channel].send(message);
    unsettled.delete(key);
  }

  return {
    written: track,
    async clean() {
      if (!listed) await list();
      const copies = [...unsettled];
      for (let at = 0; at < copies.length; at += CHUNK) {
        const chunk = copies.slice(at, at + CHUNK);
        const messages = await findStored(db, [...new Set(chunk.map(([, { id }]) => id))]);
        for (const [key, copy] of chunk) await settle(key, copy, messages.get(copy.id));
      }
    },
  };
}

const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
