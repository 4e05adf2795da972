import type { MessageChannel } from '@belfry/schemas/http/messages/outbox';
import type { SmsProvider } from '../../../config/messages.ts';
import type { Config } from '../../../config/config.ts';
import { createMailFileSender } from './mail/file-sender.ts';
import { createSmtpSender } from './mail/smtp-sender.ts';
import type { Sender } from './sender.ts';
import { createSmsFileSender } from './sms/file-sender.ts';
import { createHttpSmsSender } from './sms/http-sender.ts';
import { createSmppSender } from './sms/smpp-sender.ts';
import { createTwilioSender } from './sms/twilio-sender.ts';

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
