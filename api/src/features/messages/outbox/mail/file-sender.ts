import { createTransport } from 'nodemailer';
import { messageFolder, messageFileName, writePrivateFile } from '../message-files.ts';
import type { Sender } from '../sender.ts';
import { mailOptions } from './mail-options.ts';

/** Writes mails to DATA_DIR/outbox/mail/<id>.eml: the default, where no SMTP server is configured. */
export function createMailFileSender(dataDir: string, from: string): Sender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(message) {
      const { message: source } = await transport.sendMail(mailOptions(message, from));
      const name = messageFileName({ channel: 'mail', id: message.id });
      await writePrivateFile(messageFolder(dataDir, 'mail'), name, source as Buffer);
    },
    stop: () => transport.close(),
  };
}
