import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ProviderRow } from './providers.repository.ts';
import { SignOnError } from './problems.ts';

export const MEMBERS_PER_NODE = 200;
export const MEMBERS_PER_ORGANISATION = 2_000;
export const MEMBERSHIPS_PER_PERSON = 50;

type Provider = Pick<ProviderRow, 'provider_id' | 'owner_id'>;

/**
 * Makes the memberships that come from a provider equal to what its rules say of these people, or of everybody. Those that a
 * person has made stay. Must run in a transaction that has locked the provider. Throws SignOnError past the limits of members.
 * @returns the people whose rights have changed
 */
export async function applyRules(
  trx: Kysely<Database>,
  { provider_id, owner_id }: Provider,
  userIds: readonly number[] | null,
): Promise<number[]> {
  const rule = wantedOf({ provider_id, owner_id }, userIds);
  const { rows: ended } = await sql<Changed>`
    with wanted as (${rule})
    delete from memberships m
    where m.provider_id = ${provider_id} and ${ofPeople('m.user_id', userIds)} and not exists (
      select from wanted w where w.company_id = m.company_id and w.user_id = m.user_id and w.role = m.role)
    returning m.user_id, m.company_id`.execute(trx);
  const { rows: changed } = await sql<Changed>`
    with wanted as (${rule})
    update memberships m set may_emergency = w.may_emergency, rights = w.rights, revision = m.revision + 1
    from wanted w
    where m.provider_id = ${provider_id} and w.company_id = m.company_id and w.user_id = m.user_id and w.role = m.role
      and (m.may_emergency, m.rights) is distinct from (w.may_emergency, w.rights)
    returning m.user_id, m.company_id`.execute(trx);
  const { rows: added } = await sql<Changed>`
    with wanted as (${rule})
    insert into memberships (company_id, user_id, role, may_emergency, rights, provider_id)
    select company_id, user_id, role, may_emergency, rights, ${provider_id}::int from wanted
    order by company_id, user_id, role
    on conflict (company_id, user_id, role) do nothing
    returning user_id, company_id`.execute(trx);
  if (added.length > 0) await checkLimits(trx, owner_id, added);
  return [...new Set([...ended, ...changed, ...added].map(({ user_id }) => user_id))];
}

type Changed = { user_id: number; company_id: number };

const ofPeople = (column: string, userIds: readonly number[] | null): RawBuilder<boolean> =>
  userIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${userIds}::int4[])`;

/**
 * What follows from the rules. Keycloak begins the path of a group with a slash, which makes no difference. Groups of the directory decide as soon as it has sent one; before, the claims of the last sign-in do.
 * Who has left has nothing. The owner needs no membership. Nobody whose account was there before becomes a member without having signed in with the
 * provider or being in the organisation already.
 */
const wantedOf = ({ provider_id, owner_id }: Provider, userIds: readonly number[] | null): RawBuilder<unknown> => sql`
  with given (user_id, value) as (
    select p.user_id, ltrim(lower(g.name), '/') from directory_groups g
    join directory_group_members m using (group_id) join directory_people p using (person_id)
    where g.provider_id = ${provider_id} and p.active and p.deleted_at is null and (
      p.made_account or exists (select from user_identities i where i.provider_id = p.provider_id and i.user_id = p.user_id)
      or exists (select from memberships b join companies o using (company_id)
        where b.user_id = p.user_id and b.provider_id is distinct from p.provider_id and o.user_id = ${owner_id}
          and (b.expires_at is null or b.expires_at > now())))
    union
    select i.user_id, ltrim(lower(v.value), '/') from user_identities i cross join unnest(i.claim_values) v (value)
    where i.provider_id = ${provider_id}
      and not exists (select from directory_groups g where g.provider_id = ${provider_id})
      and not exists (select from directory_people p where p.provider_id = ${provider_id} and p.user_id = i.user_id
        and (not p.active or p.deleted_at is not null))
  )
  select r.company_id, g.user_id, r.role, bool_or(r.may_emergency) as may_emergency, bit_or(r.rights) as rights
  from given g
  join identity_provider_rules r on r.provider_id = ${provider_id} and ltrim(lower(r.value), '/') = g.value
  join companies c on c.company_id = r.company_id and c.user_id = ${owner_id}
  where g.user_id <> ${owner_id} and ${ofPeople('g.user_id', userIds)}
  group by r.company_id, g.user_id, r.role`;

/** Throws SignOnError where one of the nodes, people or the organisation has more members or memberships than it may. */
async function checkLimits(trx: Kysely<Database>, owner_id: number, added: readonly Changed[]): Promise<void> {
  const nodes = [...new Set(added.map(({ company_id }) => company_id))];
  const people = [...new Set(added.map(({ user_id }) => user_id))];
  const { rows } = await sql<{ full: boolean }>`
    select exists (
      select from memberships where company_id = any(${nodes}::int4[])
      group by company_id having count(distinct user_id) > ${MEMBERS_PER_NODE}
    ) or exists (
      select from memberships where user_id = any(${people}::int4[])
      group by user_id having count(*) > ${MEMBERSHIPS_PER_PERSON}
    ) or (
      select count(distinct m.user_id) > ${MEMBERS_PER_ORGANISATION}
      from memberships m join companies c using (company_id) where c.user_id = ${owner_id}
    ) as full`.execute(trx);
  if (rows[0]?.full) throw new SignOnError('full');
}

export async function deleteProviderMemberships(
  trx: Kysely<Database>,
  provider_id: number,
  user_id: number,
): Promise<void> {
  await trx.deleteFrom('memberships').where('provider_id', '=', provider_id).where('user_id', '=', user_id).execute();
}
