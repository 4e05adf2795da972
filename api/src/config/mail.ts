import { z } from 'zod';
import { readPushContact } from './push-contact.ts';
import { optionalText, optionalUrl, setting } from './setting.ts';

export const SMS_PROVIDERS = ['outbox', 'http', 'twilio', 'smpp'] as const;
export type SmsProvider = (typeof SMS_PROVIDERS)[number];

/** How mail and SMS are sent. Empty: both are written below DATA_DIR/outbox. */
export const mailSettings = {
  /** The base URL of links in messages. Empty: localhost at HTTP_PORT. Never taken from a request, whose Host can be forged. */
  PUBLIC_URL: optionalUrl(/^https?$/),
  SMTP_URL: optionalUrl(/^smtps?$/),
  MAIL_FROM: setting(
    z
      .string()
      .max(200)
      .regex(/^[^\r\n]+$/)
      .default('Belfry <no-reply@belfry.local>'),
  ),
  /**
   * The contact that push services may use about messages to browsers. Empty: PUBLIC_URL, or the address of MAIL_FROM,
   * where its name is public.
   */
  PUSH_CONTACT: setting(
    z
      .string()
      .max(254)
      .refine(
        (text) => readPushContact(text) !== null,
        'Expected a public mail address or https address without blanks, such as mailto:it@example.org; Apple refuses others',
      )
      .optional(),
  ),
  /** The maximum number of parts of text messages of all users in 24 hours: each costs money. */
  SMS_DAILY_MAX: setting(z.coerce.number().int().min(0).max(10_000_000).default(1_000)),
  /** The maximum number of mails in 24 hours. Codes and links for the own account are counted, but never refused for it. */
  MAIL_DAILY_MAX: setting(z.coerce.number().int().min(0).max(10_000_000).default(10_000)),
  SMS_PROVIDER: setting(z.enum(SMS_PROVIDERS).default('outbox')),
  /** The sender that recipients see: a number or up to eleven letters. */
  SMS_FROM: optionalText(20),
  /** {phone}, {text} and {from} are replaced and encoded for their position, in the body too. */
  SMS_HTTP_URL: setting(
    z
      .string()
      .regex(/^https?:\/\/\S+$/)
      .max(2_000)
      .optional(),
  ),
  SMS_HTTP_METHOD: setting(z.enum(['GET', 'POST']).default('POST')),
  SMS_HTTP_CONTENT_TYPE: setting(
    z.enum(['application/json', 'application/x-www-form-urlencoded']).default('application/json'),
  ),
  SMS_HTTP_BODY: optionalText(4_000),
  SMS_HTTP_AUTHORIZATION: optionalText(1_000),
  SMS_TWILIO_URL: setting(z.url({ protocol: /^https?$/ }).default('https://api.twilio.com')),
  SMS_TWILIO_ACCOUNT: optionalText(100),
  SMS_TWILIO_TOKEN: optionalText(200),
  /** smpp://host:port, or ssmpp:// with TLS. */
  SMS_SMPP_URL: optionalUrl(/^s?smpp$/),
  SMS_SMPP_SYSTEM_ID: optionalText(100),
  SMS_SMPP_PASSWORD: optionalText(100),
};

type SmsSettings = { SMS_PROVIDER: SmsProvider } & Partial<Record<keyof typeof mailSettings, unknown>>;

const NEEDS: Record<SmsProvider, readonly (keyof typeof mailSettings)[]> = {
  outbox: [],
  http: ['SMS_HTTP_URL'],
  twilio: ['SMS_TWILIO_ACCOUNT', 'SMS_TWILIO_TOKEN', 'SMS_FROM'],
  smpp: ['SMS_SMPP_URL', 'SMS_SMPP_SYSTEM_ID', 'SMS_SMPP_PASSWORD'],
};

export function checkSmsSettings(settings: SmsSettings, context: z.RefinementCtx): void {
  const { SMS_PROVIDER: provider } = settings;
  for (const name of NEEDS[provider]) {
    if (settings[name] === undefined) {
      context.addIssue({ code: 'custom', path: [name], message: `is required with SMS_PROVIDER=${provider}` });
    }
  }
}
