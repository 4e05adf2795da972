import { RIGHTS } from '@belfry/schemas/domain/rights';
import { isQuiet } from '@belfry/schemas/domain/quiet-hours';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { canonicalRecipient } from '@belfry/schemas/http/mail/recipients';
import { SCENARIO_RECIPIENTS_MAX, type ScenarioRecipients } from '@belfry/schemas/http/scenarios/actions';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { permittedNodes } from '../../../people/owner-access.ts';
import { canTextNode } from '../../../policies/owners.ts';
import { findConfirmed } from '../../mail/outbox/index.ts';
import { findResponsible } from '../../places/index.ts';

export type Person = {
  name: string;
  user_id: number | null;
  email: string | null;
  phone: string | null;
  lang: TextLanguage;
  /** Whether they have turned messages on in a browser. */
  has_browser: boolean;
  /** It is their quiet hours, in which only what is urgent is told. */
  quiet: boolean;
};

/** Everybody whom a message names, in its order; the same person of several entries may be there several times. */
export async function findPeople(
  db: Kysely<Database>,
  ownerId: number,
  { people, roles, responsible, contacts }: ScenarioRecipients,
  { urgent }: { urgent: boolean },
): Promise<Person[]> {
  const asked = roles.map(({ company_id, right }) => ({ company_id, mask: RIGHTS[right] }));
  const { rows: accounts } = await sql<
    Omit<Person, 'lang' | 'quiet'> & {
      lang: string;
      time_zone: string;
      alarm_quiet: { from: string; to: string } | null;
    }
  >`
    select u.name, u.id as user_id, u.email, u.phone, u.lang, exists (select from push_subscriptions p where p.user_id = u.id) as has_browser,
      u.time_zone, s.alarm_quiet
    from users u left join user_settings s on s.user_id = u.id where not u.blocked and not u.program and (
      (u.id = any(${people}::int4[]) and is_in_organisation(u.id, ${ownerId}::int4))
      or (u.id = ${ownerId}::int4 and ${roles.length} > 0)
      or exists (
        select from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r (company_id int, mask int)
        join node_rights n on n.company_id = r.company_id and n.rights & r.mask > 0 and (n.expires_at is null or n.expires_at > now())
        where n.user_id = u.id))
    order by u.name, u.id limit ${sql.lit(SCENARIO_RECIPIENTS_MAX)}`.execute(db);
  const { rows: listed } = await sql<Pick<Person, 'name' | 'email' | 'phone'> & { lang: string }>`
    select c.name, c.email, c.phone, c.language as lang from contacts c join contact_groups g on g.id = c.group_id
    where g.id = any(${contacts}::int4[]) and g.owner_id = ${ownerId}::int4
    order by c.group_id, c.position limit ${sql.lit(SCENARIO_RECIPIENTS_MAX)}`.execute(db);
  const withoutAccount = [...(await findResponsibleOf(db, responsible)), ...listed];
  const quietIn = createQuiet(new Date());
  const known = accounts.map(({ name, user_id, email, phone, lang, has_browser, time_zone, alarm_quiet }) => ({
    name,
    user_id,
    email,
    phone,
    lang: textLanguageOf(lang),
    has_browser,
    quiet: !urgent && alarm_quiet !== null && quietIn(alarm_quiet, time_zone),
  }));
  const others = withoutAccount.map(({ name, email, phone, lang }) => ({
    name,
    user_id: null,
    email,
    phone,
    lang: textLanguageOf(lang),
    has_browser: false,
    quiet: false,
  }));
  return [...known, ...others].slice(0, SCENARIO_RECIPIENTS_MAX);
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Whether an instant is in the quiet hours of people, of whom many have the same. */
function createQuiet(at: Date) {
  const known = new Map<string, boolean>();
  return ({ from, to }: { from: string; to: string }, zone: string): boolean => {
    const key = `${zone} ${from} ${to}`;
    const found = known.get(key) ?? (from !== to && isQuiet([{ from, to, days: EVERY_DAY }], zone, at));
    known.set(key, found);
    return found;
  };
}

async function findResponsibleOf(db: Kysely<Database>, nodes: readonly number[]) {
  if (nodes.length === 0) return [];
  const { rows } = await sql<{ company_id: number }>`
    with recursive below (company_id) as (
      select unnest(${nodes}::int4[])
      union select c.company_id from below b join companies c on c.parent_company_id = b.company_id)
    select company_id from below`.execute(db);
  const found = await findResponsible(
    db,
    rows.map(({ company_id }) => company_id),
  );
  const lists = new Set([...found.values()].map(({ people }) => people));
  return [...lists].flat().map(({ name, email, phone, language }) => ({ name, email, phone, lang: language }));
}

export type Reached = Person & { address: string };
type Sorted = {
  reached: Reached[];
  missed: { who: string; reason: 'no_mail' | 'no_number' | 'unconfirmed' | 'outside_hours' }[];
};

/** Who gets a message of a channel, each address once, and who does not, each name once. */
export async function sortPeople(
  db: Kysely<Database>,
  ownerId: number,
  people: readonly Person[],
  channel: 'mail' | 'sms',
): Promise<Sorted> {
  const addressOf = ({ email, phone }: Person): string | null =>
    channel === 'mail' ? email && canonicalRecipient(email) : phone;
  const byAddress = new Map<string, Person>();
  const without = new Set<string>();
  /** By their address: a group of contacts may have it too. */
  const quiet = new Map<string, string>();
  for (const person of people) {
    const address = addressOf(person);
    if (!address) without.add(person.name);
    else if (person.quiet) quiet.set(address, person.name);
    else if (!quiet.has(address) && !byAddress.has(address)) byAddress.set(address, person);
  }
  const confirmed = await findConfirmed(db, [...byAddress.keys()], [ownerId]);
  const reached: Reached[] = [];
  const unconfirmed = new Set<string>();
  for (const [address, person] of byAddress) {
    if (confirmed.has(address)) reached.push({ ...person, address });
    else unconfirmed.add(person.name);
  }
  const reason = channel === 'mail' ? 'no_mail' : 'no_number';
  return {
    reached,
    missed: [
      ...Array.from(without, (who) => ({ who, reason }) as const),
      ...Array.from(new Set(quiet.values()), (who) => ({ who, reason: 'outside_hours' }) as const),
      ...Array.from(unconfirmed, (who) => ({ who, reason: 'unconfirmed' }) as const),
    ],
  };
}

type Author = { user: Principal; ownerId: number };

/** Throws not_found where somebody is not of the organisation, or a group of contacts is not its; as `permitNodes`. */
export async function permitRecipients(
  db: Kysely<Database>,
  author: Author,
  recipients: ScenarioRecipients,
): Promise<void> {
  const { people, contacts } = recipients;
  const { ownerId } = author;
  const { rows } = await sql<{ people: number; contacts: number }>`
    select (select count(*)::int from unnest(${people}::int4[]) p (id) where is_in_organisation(p.id, ${ownerId}::int4)) as people,
      (select count(*)::int from contact_groups where id = any(${contacts}::int4[]) and owner_id = ${ownerId}::int4) as contacts`.execute(
    db,
  );
  const [found] = rows;
  if (!found || found.people < new Set(people).size) throw notFound('Somebody who gets it is not of this organisation');
  if (found.contacts < new Set(contacts).size) throw notFound('A group of contacts does not exist');
  await permitNodes(db, author, recipients);
}

/** Throws not_found for a node of somebody else, and forbidden for one to whose people the author may not write now. */
export async function permitNodes(
  db: Kysely<Database>,
  { user, ownerId }: Author,
  { roles, responsible }: Pick<ScenarioRecipients, 'roles' | 'responsible'>,
): Promise<void> {
  const asked = [...new Set([...roles.map(({ company_id }) => company_id), ...responsible])];
  if (asked.length === 0) return;
  const nodes = await db
    .selectFrom('companies')
    .select(['company_id', 'user_id'])
    .where('company_id', '=', sql<number>`any(${asked}::int4[])`)
    .where('user_id', '=', ownerId)
    .execute();
  if (nodes.length < asked.length) throw notFound('A selected place does not exist');
  const permitted = await permittedNodes(db, user, nodes, canTextNode);
  if (permitted.size < asked.length)
    throw new AppError('forbidden', 'Whoever has prepared it may not write to the people of a place');
}
