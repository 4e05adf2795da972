import type { Session } from 'smpp';
import type { Config } from '../../../config/config.ts';
import { Refused, type Sender } from '../sender.ts';
import { ask, openSmppSession } from './smpp-connection.ts';

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
