import type { ProviderRule } from '@belfry/schemas/http/single-sign-on/providers';
import { rightsOfRole } from '@belfry/schemas/domain/rights';
import { type Kysely, sql } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import type { DirectoryPrincipal } from '../../http/routes/principal.ts';
import { hashKey } from '../../lib/keys.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type ProviderRow = Row<'identity_providers'>;

/** A provider, unless its owner is blocked or suspended. */
export async function findProvider(db: Kysely<Database>, provider_id: number): Promise<ProviderRow | undefined> {
  return db
    .selectFrom('identity_providers as p')
    .innerJoin('users as u', 'u.id', 'p.owner_id')
    .selectAll('p')
    .where('p.provider_id', '=', provider_id)
    .where('u.active', '=', true)
    .where('u.blocked', '=', false)
    .executeTakeFirst();
}

/** A provider, locked until the transaction ends: what it says about people is applied one after another. */
export async function lockProvider(trx: Kysely<Database>, provider_id: number): Promise<ProviderRow | undefined> {
  return trx
    .selectFrom('identity_providers')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function lockProviderOf(
  trx: Kysely<Database>,
  owners: VisibleOwners,
  provider_id: number,
): Promise<ProviderRow | undefined> {
  return trx
    .selectFrom('identity_providers')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .where(ownedBy(owners, 'identity_providers.owner_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function countProviders(trx: Kysely<Database>, owner_id: number): Promise<number> {
  const { count } = await trx
    .selectFrom('identity_providers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', owner_id)
    .executeTakeFirstOrThrow();
  return count;
}

type NewProvider = Omit<
  ProviderRow,
  | 'provider_id'
  | 'scim_token_hash'
  | 'scim_token_made_at'
  | 'created_at'
  | 'revision'
  | 'last_refusal'
  | 'last_refusal_at'
>;

export async function insertProvider(trx: Kysely<Database>, provider: NewProvider): Promise<number> {
  const { provider_id } = await trx
    .insertInto('identity_providers')
    .values(provider)
    .returning('provider_id')
    .executeTakeFirstOrThrow();
  return provider_id;
}

export async function updateProvider(
  trx: Kysely<Database>,
  provider_id: number,
  changes: Partial<Omit<ProviderRow, 'provider_id' | 'revision'>>,
): Promise<void> {
  await trx
    .updateTable('identity_providers')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('provider_id', '=', provider_id)
    .execute();
}

const REFUSAL_MAX = 500;

/** The note, for whoever manages the provider, replaces the one before. */
export async function noteRefusal(db: Kysely<Database>, provider_id: number, text: string): Promise<void> {
  await db
    .updateTable('identity_providers')
    .set({ last_refusal: text.slice(0, REFUSAL_MAX), last_refusal_at: sql<Date>`now()` })
    .where('provider_id', '=', provider_id)
    .execute();
}

export async function deleteProvider(trx: Kysely<Database>, provider_id: number): Promise<void> {
  await trx.deleteFrom('identity_providers').where('provider_id', '=', provider_id).execute();
}

/** Domains that stay keep their proof. */
export async function putDomains(
  trx: Kysely<Database>,
  provider_id: number,
  domains: readonly { domain: string; dns_value: string }[],
): Promise<void> {
  const names = domains.map(({ domain }) => domain);
  await sql`delete from identity_provider_domains where provider_id = ${provider_id} and domain <> all(${names}::text[])`.execute(
    trx,
  );
  if (domains.length === 0) return;
  await trx
    .insertInto('identity_provider_domains')
    .values(domains.map((domain) => ({ ...domain, provider_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findDomain(
  db: Kysely<Database>,
  provider_id: number,
  domain: string,
): Promise<Row<'identity_provider_domains'> | undefined> {
  return db
    .selectFrom('identity_provider_domains')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

/** Throws the database's error of a unique value where another provider has proven it. */
export async function setDomainProven(
  trx: Kysely<Database>,
  { provider_id, domain, proven_by }: { provider_id: number; domain: string; proven_by: 'dns' | 'administrator' },
): Promise<void> {
  await trx
    .updateTable('identity_provider_domains')
    .set({ proven_at: sql<Date>`now()`, proven_by })
    .where('provider_id', '=', provider_id)
    .where('domain', '=', domain)
    .where('proven_at', 'is', null)
    .execute();
}

export async function isDomainProven(db: Kysely<Database>, provider_id: number, domain: string): Promise<boolean> {
  const row = await findDomain(db, provider_id, domain);
  return row !== undefined && row.proven_at !== null;
}

export async function putRules(
  trx: Kysely<Database>,
  provider_id: number,
  rules: readonly ProviderRule[],
): Promise<void> {
  await trx.deleteFrom('identity_provider_rules').where('provider_id', '=', provider_id).execute();
  if (rules.length === 0) return;
  const rows = rules.map((rule) => ({
    ...rule,
    provider_id,
    rights: rightsOfRole(rule.role, { mayEmergency: rule.may_emergency }),
  }));
  await trx
    .insertInto('identity_provider_rules')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findOwnNodes(
  db: Kysely<Database>,
  owner_id: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from companies where company_id = any(${ids}::int4[]) and user_id = ${owner_id}`.execute(db);
  return new Set(rows.map(({ company_id }) => company_id));
}

/** The provider whose directory has this token, unless its owner is blocked or suspended. */
export async function findDirectory(db: Kysely<Database>, token: string): Promise<DirectoryPrincipal | undefined> {
  return db
    .selectFrom('identity_providers as p')
    .innerJoin('users as u', 'u.id', 'p.owner_id')
    .select(['p.provider_id', 'p.owner_id'])
    .where('p.scim_token_hash', '=', hashKey(token))
    .where('u.active', '=', true)
    .where('u.blocked', '=', false)
    .executeTakeFirst();
}

/** Those to offer for a mail domain (empty: none), and those that are offered to everybody. */
export async function findOffered(
  db: Kysely<Database>,
  domain: string,
  most: number,
): Promise<{ provider: number; name: string }[]> {
  const { rows } = await sql<{ provider: number; name: string }>`
    select p.provider_id as provider, p.name from identity_providers p join users u on u.id = p.owner_id
    where u.active and not u.blocked and (p.show_on_sign_in or exists (
      select from identity_provider_domains d
      where d.provider_id = p.provider_id and d.domain = ${domain} and d.proven_at is not null))
    order by p.show_on_sign_in, p.provider_id limit ${most}`.execute(db);
  return rows;
}
