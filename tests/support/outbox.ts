import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@belfry/api/config/config';
import type { Database } from '@belfry/api/db/database';
import { hashKey } from '@belfry/api/lib/keys';
import { sql, type Kysely } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { until } from './until.ts';

type OutboxOwner = { config: Pick<Config, 'DATA_DIR'> };

export type Sms = { id: number; to: string; text: string; kind: string; lang: string };

/** All emails in the outbox folder, in the order in which they were queued. */
export const readMails = async (place: OutboxOwner): Promise<Email[]> =>
  Promise.all((await readAll(place, 'mail', '.eml')).map((content) => PostalMime.parse(content)));

/** All SMS in the outbox folder, in the order in which they were queued. */
export const readSms = async (place: OutboxOwner): Promise<Sms[]> =>
  (await readAll(place, 'sms', '.json')).map((content) => JSON.parse(content) as Sms);

async function readAll({ config }: OutboxOwner, folder: 'mail' | 'sms', ending: string): Promise<string[]> {
  const path = join(config.DATA_DIR, 'outbox', folder);
  const names = await readdir(path).catch(() => []);
  const whole = names.filter((name) => name.endsWith(ending));
  whole.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return Promise.all(whole.map((name) => readFile(join(path, name), 'utf8')));
}

/** Whether a mail may be to an address; an address that is not plain ASCII is encoded. */
const mentions = (content: string, address: string): boolean =>
  !/^[\w.@+-]+$/.test(address) || content.toLowerCase().includes(address);

/** Waits until there are `count` emails to an address. @returns the newest. */
export async function mailTo(place: OutboxOwner, address: string, count = 1): Promise<Email> {
  // The mailer writes domains in lower case.
  const wanted = address.toLowerCase();
  const find = async () => {
    // The outbox of a lent api has the mails of many files, and parsing takes longer than reading.
    const contents = (await readAll(place, 'mail', '.eml')).filter((content) => mentions(content, wanted));
    const mails = await Promise.all(contents.map((content) => PostalMime.parse(content)));
    return mails.filter(({ to }) => to?.[0]?.address?.toLowerCase() === wanted);
  };
  const mails = await until(`${count} mails to ${address}`, find, ({ length }) => length >= count);
  return mails.at(-1) as Email;
}

/** Waits until there are `count` SMS to a phone number. @returns the newest. */
export async function smsTo(place: OutboxOwner, phone: string, count = 1): Promise<Sms> {
  const find = async () => (await readSms(place)).filter(({ to }) => to === phone);
  const found = await until(`${count} SMS to ${phone}`, find, ({ length }) => length >= count);
  return found.at(-1) as Sms;
}

/**
 * Waits until the messages to a user or recipient are marked as sent, which happens after they are in the outbox folder. A
 * test that moves `sent_at` calls it first.
 */
export async function untilSent(
  { db }: { db: Kysely<Database> },
  column: 'user_id' | 'recipient',
  value: number | string,
): Promise<void> {
  const waiting = db
    .selectFrom('outgoing_messages')
    .select('id')
    .where(column, '=', value)
    .where('sent_at', 'is', null);
  await until(
    'the messages are marked as sent',
    () => waiting.execute(),
    ({ length }) => length === 0,
  );
}

/** The four-digit code in a text, which may greet `User 1024,` and name an address such as `user-1024@belfry.test`. */
export const codeIn = (text: string | undefined): string => /(?<![\d-])\d{4}(?![\d@,])/.exec(text ?? '')?.[0] ?? '';

/** A different code. */
export const otherCode = (code: string, add = 1): string => String((Number(code) + add) % 10_000).padStart(4, '0');

/** The one-time token in the link of an email or a text message. */
export const tokenIn = (text: string | undefined): string => /(?:[?&]token=|\/c#)([\w-]+)/.exec(text ?? '')?.[1] ?? '';

/** The messages to a user, in the order in which they were queued. */
export const messagesTo = (db: Kysely<Database>, { id }: { id: number }) =>
  db.selectFrom('outgoing_messages').selectAll().where('user_id', '=', id).orderBy('id').execute();

/** The content of the messages to a user in the outbox files, with the line breaks of emails. */
export async function copiesTo(
  { db, config }: OutboxOwner & { db: Kysely<Database> },
  user: { id: number },
): Promise<string> {
  const files = (await messagesTo(db, user)).map(({ id, channel }) =>
    join(config.DATA_DIR, 'outbox', channel, `${id}.${channel === 'mail' ? 'eml' : 'json'}`),
  );
  return (await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))).join('\n');
}

/** The text as it is in a file, where emails break long lines. */
export const unfolded = (copy: string): string => copy.replaceAll('=\n', '');

/** Lets these mail addresses and phone numbers get messages, as if each had opened its link. */
export async function confirmRecipients(
  { db }: { db: Kysely<Database> },
  recipients: readonly (string | null)[],
): Promise<void> {
  for (const recipient of recipients) {
    if (recipient === null) continue;
    const row = { recipient, token_hash: hashKey(recipient), confirmed_at: new Date() };
    await db
      .insertInto('confirmed_recipients')
      .values({ ...row, channel: recipient.includes('@') ? 'mail' : 'sms', message_id: null })
      .onConflict((conflict) => conflict.columns(['channel', 'recipient']).doUpdateSet({ confirmed_at: new Date() }))
      .execute();
  }
}

/** Moves what was charged to the budgets of messages so many hours into the past. */
export async function advanceBudgets({ db }: { db: Kysely<Database> }, hours: number): Promise<void> {
  await sql`update message_ledger set at = at - make_interval(secs => ${hours * 3_600})`.execute(db);
}
