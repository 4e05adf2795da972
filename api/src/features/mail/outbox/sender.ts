import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageChannel } from '@belfry/schemas/http/mail/outbox';
import type { Attachment, OutgoingMessage } from './outbox.repository.ts';

export type Sendable = Pick<
  OutgoingMessage,
  'id' | 'recipient' | 'lang' | 'subject' | 'text' | 'html' | 'created_at' | 'kind'
> & {
  /** Only a mail has one. */
  attachment?: Attachment | undefined;
};

export type Sender = {
  /**
   * Resolves when the provider has accepted the message. Throws Refused for a permanent error; any other error is
   * temporary.
   */
  send(message: Sendable): Promise<void>;
  stop(): void;
};

/** The provider refuses the message permanently. Its text is shown on the Outbox page. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export const SEND_TIMEOUT_MS = 30_000;

export const messageFolder = (dataDir: string, channel: MessageChannel): string => join(dataDir, 'outbox', channel);

const ENDINGS: Record<MessageChannel, string> = { mail: 'eml', sms: 'json' };
export const messageFileName = ({ channel, id }: { channel: MessageChannel; id: number }): string =>
  `${id}.${ENDINGS[channel]}`;

/** Writes a file atomically and with access for its owner only, because messages contain codes. Creates the folder where it is missing. */
export async function writePrivateFile(folder: string, name: string, content: string | Buffer): Promise<void> {
  const path = join(folder, name);
  const write = (): Promise<void> => writeFile(`${path}.part`, content, { mode: 0o600 });
  await write().catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  });
  await rename(`${path}.part`, path);
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
