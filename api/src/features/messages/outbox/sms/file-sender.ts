import { messageFolder, messageFileName, writePrivateFile } from '../message-files.ts';
import type { Sender } from '../sender.ts';

/** Writes SMS to DATA_DIR/outbox/sms/<id>.json: the default, where no provider is configured. */
export const createSmsFileSender = (dataDir: string): Sender => ({
  async send({ id, recipient, text, kind, lang, created_at }) {
    const json = JSON.stringify({ id, to: recipient, text, kind, lang, created_at }, null, 2);
    await writePrivateFile(messageFolder(dataDir, 'sms'), messageFileName({ channel: 'sms', id }), `${json}\n`);
  },
  stop: () => undefined,
});
