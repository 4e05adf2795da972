import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageChannel } from '@belfry/schemas/http/outbox';
import type { OutboxDeps } from './deps.ts';
import { copyFolder, copyName } from './stored-files.ts';
import { findStored } from './secrets.repository.ts';
import type { OutgoingMessage } from './outbox.table.ts';
import type { Sender } from './sender.ts';

const CHANNELS: readonly MessageChannel[] = ['mail', 'sms'];
const CHUNK = 200;

type Copy = { channel: MessageChannel; id: number };

/** The files of the embedded senders, kept no more telling than the messages that they are copies of. */
export type StoredCopies = {
  /** A message has been sent, and perhaps written to a file. */
  written(message: Copy): void;
  /** Writes anew the files of messages whose secret was removed, and deletes those of messages that are gone. */
  clean(): Promise<void>;
};

type StoredCopiesDeps = Pick<OutboxDeps, 'db'> & {
  dataDir: string;
  writers: Record<MessageChannel, Pick<Sender, 'send'>>;
};

/**
 * Looks after the files in DATA_DIR/outbox. Which of them may hold a live secret is known from their names at the start
 * and from what is written later, so that each look asks for those few alone.
 */
export function createStoredCopies({ db, dataDir, writers }: StoredCopiesDeps): StoredCopies {
  const unsettled = new Map<string, Copy>();
  let listed = false;

  const note = (copy: Copy): void => void unsettled.set(`${copy.channel}/${copy.id}`, copy);

  async function list(): Promise<void> {
    for (const channel of CHANNELS) {
      const names = await readdir(copyFolder(dataDir, channel)).catch(() => []);
      for (const name of names) if (/^\d+\.(?:eml|json)$/.test(name)) note({ channel, id: Number.parseInt(name, 10) });
    }
    listed = true;
  }

  async function settle(key: string, copy: Copy, message: OutgoingMessage | undefined): Promise<void> {
    if (message && (message.code !== null || message.link !== null)) return;
    const path = join(copyFolder(dataDir, copy.channel), copyName(copy));
    if (!message) await rm(path, { force: true });
    else if (message.secret_removed_at !== null && (await isThere(path))) await writers[copy.channel].send(message);
    unsettled.delete(key);
  }

  return {
    written: note,
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

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
