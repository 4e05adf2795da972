import { createTransport } from 'nodemailer';
import {
  messageFileName,
  messageFolder,
  Refused,
  SEND_TIMEOUT_MS,
  type Sendable,
  type Sender,
  writePrivateFile,
} from './sender.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;

export function createSmtpSender(smtpUrl: string, from: string): Sender {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      try {
        await transport.sendMail(mailOptions(message, from));
      } catch (error) {
        throw isFinal(error) ? new Refused(error.message, { cause: error }) : error;
      }
    },
    stop: () => transport.close(),
  };
}

/** 5xx for the recipient or the content is permanent; for the authentication (535) a setting is wrong. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const { responseCode, code } = error;
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

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

/** A message for nodemailer. Its Message-ID is the same at each attempt, so that mailboxes recognise duplicates. */
const mailOptions = ({ id, recipient, subject, text, html, created_at, attachment }: Sendable, from: string) => ({
  from,
  // As an object the address is never parsed as a list.
  to: { name: '', address: recipient },
  subject: subject ?? '',
  text,
  html: html ?? undefined,
  attachments: attachment && [
    { filename: attachment.filename, contentType: attachment.content_type, content: Buffer.from(attachment.content) },
  ],
  date: created_at,
  messageId: `<belfry-${id}-${created_at.getTime()}@${domainOf(from)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'belfry.local';
