import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

export type IdentityRow = Row<'user_identities'>;
type IdentityKey = Pick<IdentityRow, 'provider_id' | 'issuer' | 'subject'>;

export async function findIdentity(db: Kysely<Database>, key: IdentityKey): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('user_identities')
    .selectAll()
    .where('provider_id', '=', key.provider_id)
    .where('issuer', '=', key.issuer)
    .where('subject', '=', key.subject)
    .executeTakeFirst();
}

/** Stores who a person is at the provider, with the claims of this sign-in; null keeps those of the one before. @returns the id of the identity */
export async function putIdentity(
  trx: Kysely<Database>,
  {
    user_id,
    claim_values,
    made_account,
    ...key
  }: IdentityKey & Pick<IdentityRow, 'user_id' | 'made_account'> & { claim_values: string[] | null },
): Promise<number> {
  const groups_left_out = claim_values === null;
  const { identity_id } = await trx
    .insertInto('user_identities')
    .values({ ...key, user_id, claim_values: claim_values ?? [], made_account, groups_left_out })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'issuer', 'subject'])
        .doUpdateSet({ ...(claim_values && { claim_values }), groups_left_out, last_sign_in: sql<Date>`now()` }),
    )
    .returning('identity_id')
    .executeTakeFirstOrThrow();
  return identity_id;
}

/** Forgets what the claims of the last sign-in were: nothing follows from them until the next one. */
export async function clearClaims(trx: Kysely<Database>, provider_id: number, user_id: number): Promise<void> {
  await trx
    .updateTable('user_identities')
    .set({ claim_values: [] })
    .where('provider_id', '=', provider_id)
    .where('user_id', '=', user_id)
    .execute();
}

export async function deleteIdentities(trx: Kysely<Database>, provider_id: number, user_id: number): Promise<void> {
  await trx
    .deleteFrom('user_identities')
    .where('provider_id', '=', provider_id)
    .where('user_id', '=', user_id)
    .execute();
}

export async function hasMadeAccount(db: Kysely<Database>, provider_id: number, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select exists (
      select from user_identities where provider_id = ${provider_id} and user_id = ${user_id} and made_account
      union all
      select from directory_people where provider_id = ${provider_id} and user_id = ${user_id} and made_account
    ) as made`.execute(db);
  return rows[0]?.made === true;
}

export async function hasLeft(db: Kysely<Database>, provider_id: number, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('directory_people')
    .select('person_id')
    .where('provider_id', '=', provider_id)
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('active', '=', false), eb('deleted_at', 'is not', null)]))
    .executeTakeFirst();
  return row !== undefined;
}

export async function findUserByExternalId(
  db: Kysely<Database>,
  provider_id: number,
  externalIds: readonly string[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom('directory_people')
    .select('user_id')
    .where('provider_id', '=', provider_id)
    .where('external_id', 'in', externalIds)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute();
  return row.length === 1 ? row[0]?.user_id : undefined;
}

export async function countOtherPeople(db: Kysely<Database>, owner_id: number, userId = 0): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select i.user_id from user_identities i join identity_providers p using (provider_id) where p.owner_id = ${owner_id}
      union
      select d.user_id from directory_people d join identity_providers p using (provider_id)
      where p.owner_id = ${owner_id} and d.deleted_at is null
    ) as people where user_id <> ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findPeopleOf(db: Kysely<Database>, provider_id: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_identities where provider_id = ${provider_id}
    union select user_id from directory_people where provider_id = ${provider_id} order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

export async function findPersonOf(
  db: Kysely<Database>,
  provider_id: number,
  userIds: readonly number[],
): Promise<number | undefined> {
  const identities = db.selectFrom('user_identities').select('user_id').where('provider_id', '=', provider_id);
  return (
    await identities
      .where('user_id', 'in', [...userIds])
      .limit(1)
      .executeTakeFirst()
  )?.user_id;
}
