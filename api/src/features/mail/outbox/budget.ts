import {
  CONFIRMATIONS_PER_PERMITTED_SENDER,
  CONFIRMATIONS_PER_RECIPIENT,
  CONFIRMATIONS_PER_SENDER,
  EMERGENCY_SHARE_OF_RESERVE,
  NOTICE_MAILS_PER_ADDRESS_AND_HOUR,
  NOTICE_MAILS_PER_SENDER,
  NOTICE_SMS_PER_NUMBER_AND_HOUR,
  REGISTRATION_SMS_SHARE,
  REGISTRATION_SMS_SHARE_OF_HOUR,
  RESERVED_SHARE,
  SCENARIO_MAILS_PER_SENDER,
  SCENARIO_PER_PERMITTED_SENDER,
  SCENARIO_PER_RECIPIENT_AND_HOUR,
  SCENARIO_SMS_PARTS_PER_SENDER,
  SENDERS_PER_RECIPIENT,
  SMS_PARTS_PER_NUMBER,
  SMS_PARTS_PER_PERMITTED_SENDER,
  SMS_PARTS_PER_SENDER,
  URGENT_MAILS_PER_RECIPIENT_AND_HOUR,
  URGENT_MAILS_PER_SENDER,
  URGENT_SHARE_OF_RESERVE,
  URGENT_SMS_PARTS_PER_RECIPIENT_AND_HOUR,
  URGENT_SMS_PARTS_PER_SENDER,
} from '@belfry/schemas/domain/limits';
import type { AccountMessageKind, MessageChannel } from '@belfry/schemas/http/mail/outbox';
import type { Kysely } from 'kysely';
import type { Config } from '../../../config/config.ts';
import type { MessageClass } from '../../../db/column-types.ts';
import type { Database } from '../../../db/database.ts';
import { type Limit, perAddress } from '../../../http/rate-limit/rate-limit.ts';
import { mayTextAnyNumber } from '../../../people/users.repository.ts';
import { type Charge, lockBudget, readUsage, type RecipientUsage, type Usage } from './ledger.repository.ts';

type BudgetConfig = Pick<Config, 'SMS_DAILY_MAX' | 'MAIL_DAILY_MAX'>;

export type Exceeded = 'installation' | 'sender' | 'recipient';

/** See MAIL-9. */
type Budget = {
  /** Takes the parts of a message, and returns null; takes nothing where they exceed a budget, and returns which. */
  take(charge: Charge): Exceeded | null;
  /** In parts. */
  smsLeft(messageClass: MessageClass): number;
};

/** `permitted`: the sender may text any number. */
type Limits = BudgetConfig & { senderParts: number; permitted: boolean };

const NOTICES_PER_HOUR: Record<MessageChannel, number> = {
  mail: NOTICE_MAILS_PER_ADDRESS_AND_HOUR,
  sms: NOTICE_SMS_PER_NUMBER_AND_HOUR,
};

const URGENT_PER_SENDER: Record<MessageChannel, number> = {
  mail: URGENT_MAILS_PER_SENDER,
  sms: URGENT_SMS_PARTS_PER_SENDER,
};
const SCENARIO_PER_SENDER: Record<MessageChannel, number> = {
  mail: SCENARIO_MAILS_PER_SENDER,
  sms: SCENARIO_SMS_PARTS_PER_SENDER,
};
const URGENT_PER_RECIPIENT_AND_HOUR: Record<MessageChannel, number> = {
  mail: URGENT_MAILS_PER_RECIPIENT_AND_HOUR,
  sms: URGENT_SMS_PARTS_PER_RECIPIENT_AND_HOUR,
};
/** The share of the installation's budget that is kept from a class. */
const RESERVED: Record<MessageClass, number> = {
  code: RESERVED_SHARE * EMERGENCY_SHARE_OF_RESERVE,
  registration: RESERVED_SHARE,
  emergency: 0,
  urgent: RESERVED_SHARE * (1 - URGENT_SHARE_OF_RESERVE),
  confirmation: RESERVED_SHARE,
  notice: RESERVED_SHARE,
  scenario: RESERVED_SHARE,
  text: RESERVED_SHARE,
};

const NOTHING: RecipientUsage['of_sender'] = { parts: 0, notices_of_hour: 0, confirmations: 0 };
const isCode = (messageClass: MessageClass): boolean => messageClass === 'code' || messageClass === 'registration';

export function createBudget(usage: Usage, { SMS_DAILY_MAX, MAIL_DAILY_MAX, senderParts, permitted }: Limits): Budget {
  const confirmations = permitted ? CONFIRMATIONS_PER_PERMITTED_SENDER : CONFIRMATIONS_PER_SENDER;
  const max = { sms: SMS_DAILY_MAX, mail: MAIL_DAILY_MAX };
  const usable = (channel: MessageChannel, messageClass: MessageClass): number => {
    // Mails about the own account have limits of attempts, and signing in must not depend on what others send.
    if (isCode(messageClass) && channel === 'mail') return Number.POSITIVE_INFINITY;
    return Math.floor(max[channel] * (1 - RESERVED[messageClass]));
  };
  /** Anybody registers with any number, so this must not use up what others need. */
  const registrationsLeft = (): number =>
    Math.min(
      Math.floor(SMS_DAILY_MAX * REGISTRATION_SMS_SHARE) - usage.registrations.sms_of_day,
      Math.ceil(SMS_DAILY_MAX * REGISTRATION_SMS_SHARE_OF_HOUR) - usage.registrations.sms_of_hour,
    );
  const senderLeft = (channel: MessageChannel, messageClass: MessageClass): number => {
    if (isCode(messageClass)) return Number.POSITIVE_INFINITY;
    if (messageClass === 'confirmation') return confirmations - usage.sender.confirmations;
    if (messageClass === 'urgent') return URGENT_PER_SENDER[channel] - usage.sender.urgent[channel];
    if (messageClass === 'scenario')
      return (
        (permitted ? SCENARIO_PER_PERMITTED_SENDER : SCENARIO_PER_SENDER[channel]) - usage.sender.scenario[channel]
      );
    return channel === 'sms' ? senderParts - usage.sender.sms : NOTICE_MAILS_PER_SENDER - usage.sender.mail;
  };
  const ofRecipient = (recipient: string): RecipientUsage =>
    usage.recipients.get(recipient) ?? { urgent_of_hour: 0, scenario_of_hour: 0, of_sender: NOTHING, of_all: NOTHING };
  const exceeds = (
    { class: messageClass, channel, parts }: Charge,
    used: RecipientUsage['of_sender'],
    senders: number,
  ): boolean => {
    if (messageClass === 'confirmation') return used.confirmations >= CONFIRMATIONS_PER_RECIPIENT * senders;
    if (messageClass === 'notice' && used.notices_of_hour >= NOTICES_PER_HOUR[channel] * senders) return true;
    return channel === 'sms' && used.parts + parts > SMS_PARTS_PER_NUMBER * senders;
  };
  const exceedsRecipient = (charge: Charge): boolean => {
    const { class: messageClass, channel, recipient, parts } = charge;
    const used = ofRecipient(recipient);
    if (isCode(messageClass)) return false;
    if (messageClass === 'urgent') return used.urgent_of_hour + parts > URGENT_PER_RECIPIENT_AND_HOUR[channel];
    if (messageClass === 'scenario') return used.scenario_of_hour + parts > SCENARIO_PER_RECIPIENT_AND_HOUR;
    if (exceeds(charge, used.of_sender, 1)) return true;
    // Nobody else uses up the emergencies of a sender.
    return messageClass !== 'emergency' && exceeds(charge, used.of_all, SENDERS_PER_RECIPIENT);
  };
  const exceeded = (charge: Charge): Exceeded | null => {
    const { channel, class: messageClass, parts } = charge;
    if (usage.installation[channel] + parts > usable(channel, messageClass)) return 'installation';
    if (messageClass === 'registration' && channel === 'sms' && parts > registrationsLeft()) return 'installation';
    if ((messageClass === 'confirmation' ? 1 : parts) > senderLeft(channel, messageClass)) return 'sender';
    return exceedsRecipient(charge) ? 'recipient' : null;
  };
  return {
    take(charge) {
      const reason = exceeded(charge);
      if (reason !== null) return reason;
      const { channel, class: messageClass, recipient, parts } = charge;
      usage.installation[channel] += parts;
      if (messageClass === 'confirmation') usage.sender.confirmations += 1;
      else if (messageClass === 'urgent') usage.sender.urgent[channel] += parts;
      else if (messageClass === 'scenario') usage.sender.scenario[channel] += parts;
      else if (!isCode(messageClass)) usage.sender[channel] += parts;
      if (messageClass === 'registration' && channel === 'sms') {
        usage.registrations.sms_of_day += parts;
        usage.registrations.sms_of_hour += parts;
      }
      const used = ofRecipient(recipient);
      const withIt = (counted: RecipientUsage['of_sender']): RecipientUsage['of_sender'] => ({
        parts:
          counted.parts +
          (messageClass === 'urgent' || messageClass === 'scenario' || isCode(messageClass) ? 0 : parts),
        notices_of_hour: counted.notices_of_hour + (messageClass === 'notice' ? 1 : 0),
        confirmations: counted.confirmations + (messageClass === 'confirmation' ? 1 : 0),
      });
      usage.recipients.set(recipient, {
        urgent_of_hour: used.urgent_of_hour + (messageClass === 'urgent' ? parts : 0),
        scenario_of_hour: used.scenario_of_hour + (messageClass === 'scenario' ? parts : 0),
        of_sender: withIt(used.of_sender),
        of_all: withIt(used.of_all),
      });
      return null;
    },
    smsLeft: (messageClass) =>
      Math.max(0, Math.min(senderLeft('sms', messageClass), usable('sms', messageClass) - usage.installation.sms)),
  };
}

/**
 * The budget of a sender for messages to these recipients. Must run in the transaction that queues what is taken: until it ends, nothing else
 * is charged.
 */
export async function openBudget(
  trx: Kysely<Database>,
  config: BudgetConfig,
  senderId: number | null,
  recipients: readonly string[],
): Promise<Budget> {
  await lockBudget(trx);
  return readBudget(trx, config, senderId, recipients);
}

/** As `openBudget`, for showing what is left: others may be charged before it is used. */
export async function readBudget(
  db: Kysely<Database>,
  { SMS_DAILY_MAX, MAIL_DAILY_MAX }: BudgetConfig,
  senderId: number | null,
  recipients: readonly string[],
): Promise<Budget> {
  const permitted = senderId !== null && (await mayTextAnyNumber(db, senderId));
  const senderParts = permitted ? SMS_PARTS_PER_PERMITTED_SENDER : SMS_PARTS_PER_SENDER;
  const limits = { SMS_DAILY_MAX, MAIL_DAILY_MAX, senderParts, permitted };
  return createBudget(await readUsage(db, senderId, recipients), limits);
}

/** Whether the installation may send another code as a text message. Must run in the transaction that queues it. */
export async function isWithinCodeBudget(
  trx: Kysely<Database>,
  config: BudgetConfig,
  phone: string | null,
  messageClass: 'code' | 'registration',
): Promise<boolean> {
  const budget = await openBudget(trx, config, null, []);
  return (
    budget.take({ class: messageClass, channel: 'sms', sender_id: null, recipient: phone ?? '', parts: 1 }) === null
  );
}

const DAY_S = 24 * 3_600;
/** High, because the users of one office may share an address. */
const MAILS_PER_ADDRESS = { hits: 200, windowSeconds: DAY_S };
/** For one kind of one sender, or of one address where nobody is signed in. */
const MAILS_TO_RECIPIENT = { hits: 25, windowSeconds: DAY_S };
const INVITATIONS_TO_RECIPIENT = { hits: 5, windowSeconds: DAY_S };
const SMS_PER_ADDRESS = { hits: 20, windowSeconds: DAY_S };
const SMS_PER_ACCOUNT = { hits: 10, windowSeconds: DAY_S };
const SMS_TO_PHONE = { hits: 10, windowSeconds: DAY_S };

export const mailsOfAddress = (ip: string): Limit => perAddress('mail', ip, MAILS_PER_ADDRESS);

/** The limit of mails of one kind to one mailbox, of one sender: what others send there does not count. */
export const mailsTo = (kind: AccountMessageKind, recipient: string, senderId: number): Limit => ({
  key: `mail-to:${kind}:${recipient.toLowerCase()}:${senderId}`,
  ...(kind === 'invitation' ? INVITATIONS_TO_RECIPIENT : MAILS_TO_RECIPIENT),
});

export const mailsToFrom = (kind: AccountMessageKind, recipient: string, ip: string): Limit =>
  perAddress(`mail-to:${kind}`, ip, MAILS_TO_RECIPIENT, recipient.toLowerCase());

/** The limits of codes in text messages. What they share with other messages is in the ledger: `isWithinCodeBudget`. */
export const smsLimits = ({ ip, user }: { ip: string; user: { id: number; phone: string | null } }): Limit[] => [
  perAddress('sms', ip, SMS_PER_ADDRESS),
  { key: `sms-user:${user.id}`, ...SMS_PER_ACCOUNT },
  // Not of all addresses: anybody may register with somebody else's number.
  perAddress('sms-to', ip, SMS_TO_PHONE, user.phone ?? ''),
];
