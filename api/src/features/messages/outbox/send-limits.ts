import type { AccountMessageKind } from '@belfry/schemas/http/messages/outbox';
import { perAddress, type Limit } from '../../../http/rate-limit/rate-limit.ts';

const DAY_S = 24 * 3_600;
/** High, because the users of one office may share an address. */
const MAILS_PER_ADDRESS = { hits: 200, windowSeconds: DAY_S };
/** For one kind from all addresses, so that a mailbox cannot be flooded from many of them. */
const MAILS_PER_RECIPIENT = { hits: 40, windowSeconds: DAY_S };
const SMS_PER_ADDRESS = { hits: 20, windowSeconds: DAY_S };
const SMS_PER_ACCOUNT = { hits: 10, windowSeconds: DAY_S };
const SMS_PER_PHONE = { hits: 10, windowSeconds: DAY_S };

/** The limit of mails that unauthenticated requests of one address may cause. */
export const mailsOfAddress = (ip: string): Limit => perAddress('mail', ip, MAILS_PER_ADDRESS);

/** The limit of mails of one kind to one mailbox. */
export const mailsTo = (kind: AccountMessageKind, recipient: string): Limit => ({
  key: `mail-to:${kind}:${recipient.toLowerCase()}`,
  ...MAILS_PER_RECIPIENT,
});

/** The limits of codes in text messages. What they share with other messages is in the ledger: `isWithinCodeBudget`. */
export const smsLimits = ({ ip, user }: { ip: string; user: { id: number; phone: string | null } }): Limit[] => [
  perAddress('sms', ip, SMS_PER_ADDRESS),
  { key: `sms-user:${user.id}`, ...SMS_PER_ACCOUNT },
  { key: `sms-to:${user.phone ?? ''}`, ...SMS_PER_PHONE },
];
