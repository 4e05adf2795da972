import type { Pdu, Session } from 'smpp';
import type { Config } from '../../../config/config.ts';
import type { SmsProvider } from '../../../config/mail.ts';
import { messageFileName, messageFolder, Refused, SEND_TIMEOUT_MS, type Sender, writePrivateFile } from './sender.ts';

export const SMS_SENDERS: Record<SmsProvider, (config: Config) => Sender> = {
  outbox: ({ DATA_DIR }) => createSmsFileSender(DATA_DIR),
  http: createHttpSmsSender,
  twilio: createTwilioSender,
  smpp: createSmppSender,
};

/** Writes SMS to DATA_DIR/outbox/sms/<id>.json: the default, where no provider is configured. */
export const createSmsFileSender = (dataDir: string): Sender => ({
  async send({ id, recipient, text, kind, lang, created_at }) {
    const json = JSON.stringify({ id, to: recipient, text, kind, lang, created_at }, null, 2);
    await writePrivateFile(messageFolder(dataDir, 'sms'), messageFileName({ channel: 'sms', id }), `${json}\n`);
  },
  stop: () => undefined,
});

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

const ANSWER_TIMEOUT_MS = 10_000;
const ENQUIRE_INTERVAL_MS = 30_000;
type SmppCredentials = { url: string; systemId: string; password: string };

/** Rejects when the centre cannot be reached, is silent, or refuses. */
async function openSmppSession({ url, systemId, password }: SmppCredentials): Promise<Session> {
  const { default: smpp } = await import('smpp');
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

/** Characters of a provider's answer that are stored for the Outbox page. */
const ANSWER_CHARS = 200;
/** Client errors that are temporary: time-outs, throttling, and credentials that must be corrected. */
const TEMPORARY = new Set([401, 403, 407, 408, 425, 429]);

/** Throws Refused for a permanent error, an Error for a temporary one. */
async function callProvider(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  const answer = (await response.text()).slice(0, ANSWER_CHARS);
  if (response.ok) return;
  const message = `the provider answered ${response.status}: ${answer}`;
  throw response.status >= 500 || TEMPORARY.has(response.status) ? new Error(message) : new Refused(message);
}

type Placeholders = { phone: string; text: string; from: string };

/** Encodes a value for its position in the template, so that it cannot change the template's structure. */
export const ENCODINGS = {
  url: encodeURIComponent,
  form: encodeURIComponent,
  json: (value: string): string => JSON.stringify(value).slice(1, -1),
} as const;

/** Replaces {phone}, {text} and {from}; other braces stay, so that JSON can be a template. */
export const fillTemplate = (template: string, values: Placeholders, encode: (value: string) => string): string =>
  template.replaceAll(/\{(phone|text|from)\}/g, (_whole, name: keyof Placeholders) => encode(values[name]));
