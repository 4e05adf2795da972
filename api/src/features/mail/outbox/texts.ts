import type { AccountMessageKind } from '@belfry/schemas/http/mail/outbox';

type Facts = { name: string; code: string; link: string; passkey: string };

const SMS_KINDS = ['confirm_phone', 'phone_changed'] as const;
type SmsKind = (typeof SMS_KINDS)[number];

export const isSmsKind = (kind: AccountMessageKind): kind is SmsKind =>
  (SMS_KINDS as readonly AccountMessageKind[]).includes(kind);

type MailTexts = {
  subject: (facts: Facts) => string;
  before: readonly string[];
  linkLabel?: string;
  after: readonly string[];
};
export type Texts = {
  /** To somebody whose name is not known. */
  hello: string;
  greeting: (name: string) => string;
  signature: string;
  mails: Record<Exclude<AccountMessageKind, SmsKind>, MailTexts>;
  /** Must fit into one SMS: 160 Latin letters, 70 others. */
  sms: Record<SmsKind, (facts: Facts) => string>;
};
