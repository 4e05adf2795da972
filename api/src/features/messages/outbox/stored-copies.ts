import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageChannel } from '@belfry/schemas/http/messages/outbox';
import { messageFolder, messageFileName } from './message-files.ts';
import { findStored } from './secrets.repository.ts';
import type { Sender } from './sender.ts';
import type { OutgoingMessage } from './outbox.repository.ts';
import type { Deps } from '../../../deps.ts';

const CHANNELS: readonly MessageChannel[] = ['mail', 'sms'];
const CHUNK = 200;

type Copy = { channel: MessageChannel; id: number };

/** The files of the file senders, from which secrets are removed as from the messages in the database. */
export type StoredCopies = {
  /** A message has been sent, and perhaps written to a file. */
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
        const stored = await findStored(db, [...new Set(chunk.map(([, { id }]) => id))]);
        for (const [key, copy] of chunk) await settle(key, copy, stored.get(copy.id));
      }
    },
  };
}

const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
