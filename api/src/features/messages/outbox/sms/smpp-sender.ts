import type { Session, Pdu } from 'smpp';
import type { Config } from '../../../../config/config.ts';
import { Refused, type Sender } from '../sender.ts';
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
export function createSmppSender(config: Config): Sender {
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
