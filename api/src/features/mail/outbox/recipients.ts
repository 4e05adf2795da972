import { noteAct } from '../../../audit/audit-trail.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { MessageAnswer } from '@belfry/schemas/http/message-answer';
import {
  canonicalRecipient,
  channelOf,
  recipientsHttp,
  type RecipientState,
} from '@belfry/schemas/http/mail/recipients';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { countAttempt, perAddress, rateLimited } from '../../../http/rate-limit/rate-limit.ts';
import { serveWith, type Wire } from '../../../http/routes/route.ts';
import { consoleLink, shortLink } from '../../../lib/console-link.ts';
import { createKey, createShortToken, hashKey } from '../../../lib/keys.ts';
import type { Caller } from '../../../policies/accounts.ts';
import { isMember, organisationsWith } from '../../../policies/rights.ts';
import { type Exceeded, openBudget } from './budget.ts';
import { requestTexts } from './mail-texts.ts';
import { chargeOf, queueMessages, type ReadyMessage } from './queue-messages.ts';
import { confirmByToken, findAsked, findConfirmed, hasEntered, storeRequest } from './recipients.repository.ts';

const serve = serveWith<Pick<Deps, 'db' | 'config' | 'jobs'>>();

export const recipientsRoutes = [
  serve(recipientsHttp.state, { access: 'signed-in', policy: 'own' }, ({ deps, user, query }) =>
    readRecipient(deps, user, query.recipient),
  ),
  serve(
    recipientsHttp.askAgain,
    { access: 'signed-in', policy: 'own', audit: 'recipient.ask of recipient' },
    ({ deps, user, body }) => askAgain(deps, user, body),
  ),
  serve(recipientsHttp.confirm, { access: 'public', audit: 'recipient.confirm of recipient' }, ({ deps, ip, body }) =>
    confirmRecipient(deps, { token: body.token, ip }),
  ),
];

export type RecipientsDeps = Pick<Deps, 'config' | 'jobs'>;
type Contact = { recipient: string; lang: string };

const HOUR_S = 3_600;
const CONFIRM_TRIES = { hits: 100, windowSeconds: 900 };
const STATES = { hits: 1_200, windowSeconds: HOUR_S };
const PATHS = { mail: '/confirm-recipient', sms: '/c' } as const;

/**
 * Asks each recipient once whether it wants messages: those of nobody in the organisation that were never asked. What exceeds a budget of the
 * sender is left out, and asked the next time. Must run in the transaction in which the recipients are named.
 */
export async function askNewRecipients(
  trx: Kysely<Database>,
  deps: RecipientsDeps,
  { senderId, organisation }: { senderId: number; organisation: number },
  contacts: readonly Contact[],
): Promise<void> {
  const byRecipient = new Map(contacts.map(({ recipient, lang }) => [canonicalRecipient(recipient), lang]));
  const recipients = [...byRecipient.keys()];
  const confirmed = await findConfirmed(trx, recipients, [organisation]);
  const asked = await findAsked(trx, recipients);
  const open = recipients.filter((recipient) => !confirmed.has(recipient) && !asked.has(recipient));
  await ask(
    trx,
    deps,
    senderId,
    open.map((recipient) => ({ recipient, lang: byRecipient.get(recipient) ?? 'en' })),
  );
}

/** Throws not_found, conflict where it has confirmed, rate_limited. */
async function askAgain(
  deps: RecipientsDeps & Pick<Deps, 'db'>,
  sender: Caller,
  { recipient: typed, language }: { recipient: string; language: string },
): Promise<MessageAnswer> {
  const recipient = canonicalRecipient(typed);
  await transact(deps.db, async (trx) => {
    if (!(await mayKnow(trx, sender, recipient)))
      throw new AppError(
        'not_found',
        'Enter this address or number first, as that of a responsible person or of a report',
      );
    if ((await findConfirmed(trx, [recipient], organisationsOf(sender))).has(recipient))
      throw new AppError('conflict', 'This address or number is confirmed already');
    const exceeded = await ask(trx, deps, sender.id, [{ recipient, lang: language }]);
    if (exceeded === 'recipient') throw rateLimited(24 * HOUR_S, 'They were asked already.');
    if (exceeded !== null) throw rateLimited(HOUR_S, 'Too many people were asked.');
  });
  noteAct({ object_id: recipient });
  return { success: true, message: 'They have been asked to confirm' };
}

/** @returns the budget that the first one exceeded, if any */
async function ask(
  trx: Kysely<Database>,
  { config, jobs }: RecipientsDeps,
  senderId: number,
  contacts: readonly Contact[],
): Promise<Exceeded | null> {
  if (contacts.length === 0) return null;
  const recipients = contacts.map(({ recipient }) => recipient);
  const budget = await openBudget(trx, config, senderId, recipients);
  let exceeded: Exceeded | null = null;
  const requests: { token: string; message: ReadyMessage }[] = [];
  for (const { recipient, lang } of contacts) {
    const channel = channelOf(recipient);
    const token = channel === 'sms' ? createShortToken() : createKey();
    const link = channel === 'sms' ? shortLink(config, PATHS.sms, token) : consoleLink(config, PATHS.mail, token);
    const texts = requestTexts(channel, lang, link);
    const message = { kind: 'notice', channel, user_id: senderId, recipient, link, ...texts } as const;
    const refused = budget.take(chargeOf(message, 'confirmation'));
    if (refused === null) requests.push({ token, message });
    exceeded ??= refused;
    // What is left is asked the next time.
    if (refused === 'sender' || refused === 'installation') break;
  }
  const messages = requests.map(({ message }) => message);
  const ids = await queueMessages(trx, jobs, messages, 'confirmation');
  for (const [index, { token, message }] of requests.entries()) {
    const { channel, recipient } = message;
    await storeRequest(trx, { channel, recipient, token_hash: hashKey(token), message_id: ids[index] ?? null });
  }
  return exceeded;
}

/** Administrators see the accounts; others what they have entered, so that nobody finds out who has one. */
async function mayKnow(db: Kysely<Database>, person: Caller, recipient: string): Promise<boolean> {
  if (isAdministrator(person.role)) return true;
  const planned = isMember(person) ? organisationsWith(person, 'plan') : null;
  return hasEntered(db, { userId: person.id, planned }, recipient);
}

/** Those for which a person enters recipients; null for administrators, who do so for anybody. */
const organisationsOf = (person: Caller): number[] | null =>
  isAdministrator(person.role) ? null : [person.id, ...organisationsWith(person, 'read')];

async function readRecipient(
  deps: Pick<Deps, 'db' | 'config'>,
  person: Caller,
  typed: string,
): Promise<Wire<RecipientState>> {
  await countAttempt(deps, [{ key: `recipients:${person.id}`, ...STATES }]);
  const recipient = canonicalRecipient(typed);
  if (!(await mayKnow(deps.db, person, recipient)))
    return { recipient, known: false, confirmed: false, requested_at: null };
  const confirmed = (await findConfirmed(deps.db, [recipient], organisationsOf(person))).has(recipient);
  const asked = (await findAsked(deps.db, [recipient])).get(recipient);
  return { recipient, known: true, confirmed, requested_at: confirmed ? null : (asked ?? null) };
}

async function confirmRecipient(
  deps: Pick<Deps, 'db' | 'config'>,
  { token, ip }: { token: string; ip: string },
): Promise<MessageAnswer> {
  await countAttempt(deps, [perAddress('confirm-recipient', ip, CONFIRM_TRIES)]);
  const recipient = await confirmByToken(deps.db, hashKey(token));
  if (recipient === undefined)
    throw new AppError('link_expired', 'This link has expired or was replaced by a newer one.');
  noteAct({ object_id: recipient });
  return { success: true, message: 'Thank you. You will get messages from Belfry.' };
}
