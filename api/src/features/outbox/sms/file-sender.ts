import { copyFolder, copyName, writePrivateFile } from '../stored-files.ts';
import type { Sender } from '../sender.ts';

/** Writes SMS to DATA_DIR/outbox/sms/<id>.json: the default, where no provider is configured. */
export const createSmsFileSender = (dataDir: string): Sender => ({
  async send({ id, recipient, text, kind, lang, created_at }) {
    const json = JSON.stringify({ id, to: recipient, text, kind, lang, created_at }, null, 2);
    await writePrivateFile(copyFolder(dataDir, 'sms'), copyName({ channel: 'sms', id }), `${json}\n`);
  },
  stop: () => undefined,
});
