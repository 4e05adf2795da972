import { join } from 'node:path';
import { keepFile } from '../keep-file.ts';
import type { Sender } from '../sender.ts';

/** Writes SMS to DATA_DIR/outbox/sms/<id>.json: the default, where no provider is configured. */
export const createSmsFileSender = (dataDir: string): Sender => ({
  async send({ id, recipient, text, kind, lang, created_at }) {
    const json = JSON.stringify({ id, to: recipient, text, kind, lang, created_at }, null, 2);
    await keepFile(join(dataDir, 'outbox/sms'), `${id}.json`, `${json}\n`);
  },
  stop: () => undefined,
});
