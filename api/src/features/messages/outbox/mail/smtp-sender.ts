import { createTransport } from 'nodemailer';
import { Refused, SEND_TIMEOUT_MS, type Sender } from '../sender.ts';
import { mailOptions } from './mail-options.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;

/** Sends over SMTP with a pool of connections. */
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
