import type { MessageChannel } from '@belfry/schemas/http/messages/outbox';
import type { SmsProvider } from '../../../config/messages.ts';
import type { Config } from '../../../config/config.ts';
import { type Sender, Refused, SEND_TIMEOUT_MS } from './sender.ts';
import { messageFolder, messageFileName, writePrivateFile } from './message-files.ts';
import { createTransport } from 'nodemailer';
import { mailOptions } from './mail/mail-options.ts';
import { callProvider } from './sms/http-answer.ts';
import { ENCODINGS, fillTemplate } from './sms/fill-template.ts';
import type { Session, Pdu } from 'smpp';
import smpp from 'smpp';

const ANSWER_TIMEOUT_MS = 10_000;
const ENQUIRE_INTERVAL_MS = 30_000;
type SmppCredentials = { url: string; systemId: string; password: string };
/** Connects and binds as a transceiver. Rejects when the centre cannot be reached, is silent, or refuses. */
async function openSmppSession({ url, systemId, password }: SmppCredentials): Promise<Session> {
  const session = smpp.connect({ url, auto_enquire_link_period: ENQUIRE_INTERVAL_MS });
  // The SMS centre closes the connection if its link checks and receipts are not answered.
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  session.on('deliver_sm', (pdu: Pdu) => session.send(pdu.response()));

  try {
    await connected(session, url.startsWith('ssmpp:') ? 'secureConnect' : 'connect');
    const { command_status } = await ask(session, 'bind_transceiver', { system_id: systemId, password });
    if (command_status !== 0) throw new Error(`the SMS centre refused to bind: status ${command_status}`);
    return session;
  } catch (error) {
    session.destroy();
    throw error;
  }
}
function connected(session: Session, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the SMS centre cannot be reached')), ANSWER_TIMEOUT_MS);
    // This listener stays, because an error without a listener would end the process.
    session.on('error', reject);
    session.once(event, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
/** Sends a request and waits for its answer, up to a time limit. */
function ask(
  session: Session,
  command: 'bind_transceiver' | 'submit_sm',
  options: Record<string, unknown>,
): Promise<Pdu> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the SMS centre did not answer in time')), ANSWER_TIMEOUT_MS);
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      session.off('close', onClosed);
      done();
    };
    const onClosed = (): void => settle(() => reject(new Error('the SMS centre closed the connection')));
    session.once('close', onClosed);
    const written = session[command](options, (pdu) => settle(() => resolve(pdu)));
    if (!written) onClosed();
  });
}
/** SMPP 3.4, 4.7.6: an international number in E.164, and a name in letters. */
const INTERNATIONAL = { ton: 1, npi: 1 };
const ALPHANUMERIC = { ton: 5, npi: 0 };
/** Permanent errors: invalid length, invalid destination. */
const FINAL_STATUSES = new Set([0x01, 0x0b]);
/** Submits to an SMS centre over one bound connection, which is opened on demand and reopened after an error. */
function createSmppSender(config: Config): Sender {
  const credentials = {
    url: config.SMS_SMPP_URL ?? '',
    systemId: config.SMS_SMPP_SYSTEM_ID ?? '',
    password: config.SMS_SMPP_PASSWORD ?? '',
  };
  const from = config.SMS_FROM ?? '';
  const source = /^\+?\d+$/.test(from) ? INTERNATIONAL : ALPHANUMERIC;
  let link: Promise<Session> | null = null;

  const bound = (): Promise<Session> => {
    link ??= openSmppSession(credentials).then(
      (session) => session.once('close', () => (link = null)),
      (error: unknown) => {
        link = null;
        throw error;
      },
    );
    return link;
  };

  return {
    async send({ recipient, text }) {
      const { command_status } = await ask(await bound(), 'submit_sm', {
        source_addr_ton: source.ton,
        source_addr_npi: source.npi,
        source_addr: from.replace('+', ''),
        dest_addr_ton: INTERNATIONAL.ton,
        dest_addr_npi: INTERNATIONAL.npi,
        destination_addr: recipient.replace('+', ''),
        // Coded as GSM 7 bit where that holds every letter, else as UCS-2.
        short_message: text,
      });
      if (command_status === 0) return;
      const message = `the SMS centre answered status 0x${command_status.toString(16)}`;
      throw FINAL_STATUSES.has(command_status) ? new Refused(message) : new Error(message);
    },
    stop: () => void link?.then((session) => session.destroy()).catch(() => undefined),
  };
}

const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;
/** Sends over SMTP with a pool of connections. */
function createSmtpSender(smtpUrl: string, from: string): Sender {
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

const DEFAULT_BODY = {
  'application/json': '{"phone":"{phone}","text":"{text}","from":"{from}"}',
  'application/x-www-form-urlencoded': 'phone={phone}&text={text}&from={from}',
} as const;
/** For providers with one HTTP request per SMS; URL and body are templates. */
function createHttpSmsSender(config: Config): Sender {
  const { SMS_HTTP_METHOD: method, SMS_HTTP_CONTENT_TYPE: type, SMS_HTTP_AUTHORIZATION: authorization } = config;
  const body = config.SMS_HTTP_BODY ?? DEFAULT_BODY[type];
  const encode = type === 'application/json' ? ENCODINGS.json : ENCODINGS.form;
  return {
    async send({ recipient, text }) {
      const values = { phone: recipient, text, from: config.SMS_FROM ?? '' };
      await callProvider(fillTemplate(config.SMS_HTTP_URL ?? '', values, ENCODINGS.url), {
        method,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(method === 'POST' && { 'content-type': type }),
        },
        ...(method === 'POST' && { body: fillTemplate(body, values, encode) }),
      });
    },
    stop: () => undefined,
  };
}

/** Writes SMS to DATA_DIR/outbox/sms/<id>.json: the default, where no provider is configured. */
const createSmsFileSender = (dataDir: string): Sender => ({
  async send({ id, recipient, text, kind, lang, created_at }) {
    const json = JSON.stringify({ id, to: recipient, text, kind, lang, created_at }, null, 2);
    await writePrivateFile(messageFolder(dataDir, 'sms'), messageFileName({ channel: 'sms', id }), `${json}\n`);
  },
  stop: () => undefined,
});

const SMS_SENDERS: Record<SmsProvider, (config: Config) => Sender> = {
  outbox: ({ DATA_DIR }) => createSmsFileSender(DATA_DIR),
  http: createHttpSmsSender,
  twilio: createTwilioSender,
  smpp: createSmppSender,
};

type FileSettings = Pick<Config, 'DATA_DIR' | 'MAIL_FROM'>;

/** The file senders, which write each message to a file. */
export const createFileSenders = ({ DATA_DIR, MAIL_FROM }: FileSettings): Record<MessageChannel, Sender> => ({
  mail: createMailFileSender(DATA_DIR, MAIL_FROM),
  sms: createSmsFileSender(DATA_DIR),
});

/** The senders that the settings select. */
export const createSenders = (config: Config): Record<MessageChannel, Sender> => ({
  mail: config.SMTP_URL
    ? createSmtpSender(config.SMTP_URL, config.MAIL_FROM)
    : createMailFileSender(config.DATA_DIR, config.MAIL_FROM),
  sms: SMS_SENDERS[config.SMS_PROVIDER](config),
});

/** Writes mails to DATA_DIR/outbox/mail/<id>.eml: the default, where no SMTP server is configured. */
function createMailFileSender(dataDir: string, from: string): Sender {
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

/** Twilio's REST call: POST /2010-04-01/Accounts/{account}/Messages.json, a form, basic authentication. */
function createTwilioSender(config: Config): Sender {
  const { SMS_TWILIO_URL, SMS_TWILIO_ACCOUNT = '', SMS_TWILIO_TOKEN, SMS_FROM = '' } = config;
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(SMS_TWILIO_ACCOUNT)}/Messages.json`, SMS_TWILIO_URL);
  const credentials = Buffer.from(`${SMS_TWILIO_ACCOUNT}:${SMS_TWILIO_TOKEN}`).toString('base64');
  return {
    send: ({ recipient, text }) =>
      callProvider(url.href, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
        body: new URLSearchParams({ To: recipient, From: SMS_FROM, Body: text }),
      }),
    stop: () => undefined,
  };
}
