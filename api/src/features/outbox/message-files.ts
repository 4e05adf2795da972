import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageChannel } from '@belfry/schemas/http/outbox/outbox';

/** The folder in which the file sender of a channel writes messages. */
export const messageFolder = (dataDir: string, channel: MessageChannel): string => join(dataDir, 'outbox', channel);

const ENDINGS: Record<MessageChannel, string> = { mail: 'eml', sms: 'json' };
export const messageFileName = ({ channel, id }: { channel: MessageChannel; id: number }): string =>
  `${id}.${ENDINGS[channel]}`;

/** Writes a file atomically and with access for its owner only, because messages contain codes. Creates the folder. */
export async function writePrivateFile(folder: string, name: string, content: string | Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
