import { PLACES_OF_PERSON_MAX, type PeopleQuery, type Person } from '@belfry/schemas/http/teams/people';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { escapeLike, nodeOfCompany, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type PeopleScope = {
  /** Of the places at which the caller manages people. */
  owners: VisibleOwners;
  /** All accounts are listed, not only members. */
  all: boolean;
  includesRoots: boolean;
};

const IS_OPEN = sql`i.accepted_by is null and i.expires_at > now()`;
const IS_MEMBER = sql`(m.expires_at is null or m.expires_at > now())`;

/**
 * Members and invited addresses in one list. An address is joined to an account only where the caller lists that account anyway, so that an invitation
 * does not tell whether there is one.
 */
export async function findPeople(
  db: Kysely<Database>,
  scope: PeopleScope,
  { q, kind, who }: Pick<PeopleQuery, 'q' | 'kind' | 'who'>,
  page: Page,
): Promise<{ total: number; people: Person[] }> {
  const { owners, all, includesRoots } = scope;
  const managed = ownedBy(owners, 'c.user_id', nodeOfCompany());
  const isRegistered = sql`i.user_id is null and i.expires_at > now() and ${ownedBy(owners, 'i.invited_by')}`;
  const { rows } = await sql<{ total: number; people: Person[] }>`
    with visible as materialized (
      select u.id, u.name, u.email, u.role, u.blocked, u.active from users u
      where not u.program and (${includesRoots} or u.role <> 'root')
        and (${all} or u.id in (select m.user_id from memberships m join companies c using (company_id) where ${IS_MEMBER} and ${managed}))
    ), invited as materialized (
      select lower(i.email) as email from member_invitations i join companies c using (company_id) where ${IS_OPEN} and ${managed}
      union select lower(i.email) from invitations i where ${all} and ${isRegistered}
    ), listed as (
      select id, name, email, role, blocked, active, lower(email) in (select email from invited) as is_invited from visible
      union all
      select null, null, email, null, false, true, true from invited
      where email not in (select lower(email) from visible)
    ), matching as (
      select l.* from listed l where ${matches({ q, kind, who })}
    )
    select (select count(*)::int from matching) as total, (
      select coalesce(json_agg(json_build_object(
        'user_id', p.id, 'name', p.name, 'email', p.email,
        'account', case when ${all} and p.id is not null then json_build_object('role', p.role, 'blocked', p.blocked, 'active', p.active,
          'companies', (select count(*) from companies o where o.user_id = p.id and o.parent_company_id is null)) end,
        'registration', case when ${all} then (
          select json_build_object('id', i.id, 'expires_at', iso_utc(i.expires_at)) from invitations i
          where lower(i.email) = lower(p.email) and ${isRegistered} order by i.id desc limit 1) end,
        'places', (${placesOf(managed)})
      ) order by p.position), '[]')
      from (
        select *, row_number() over (order by coalesce(name, email) collate natural_order, email) as position from matching
        order by position limit ${page.limit} offset ${page.offset}
      ) p
    ) as people`.execute(db);
  return rows[0] ?? { total: 0, people: [] };
}

/** The places of person `p` as JSON. */
const placesOf = (managed: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_object(
    'member_id', x.member_id, 'invitation_id', x.invitation_id, 'company_id', x.company_id, 'name', x.name,
    'path', (
      with recursive above (company_id, parent_company_id, name, height) as (
        select c.company_id, c.parent_company_id, c.name, 1 from companies c where c.company_id = x.parent_company_id and ${managed}
        union all
        select c.company_id, c.parent_company_id, c.name, a.height + 1
        from above a join companies c on c.company_id = a.parent_company_id and ${managed}
      ) select coalesce(string_agg(name, ' / ' order by height desc), '') from above),
    'role', x.role, 'may_emergency', x.may_emergency, 'expires_at', iso_utc(x.ends_at),
    'valid_until', iso_utc(x.valid_until), 'revision', x.revision
  ) order by x.name collate natural_order, x.company_id), '[]')
  from (
    select m.member_id, null::int as invitation_id, c.company_id, c.parent_company_id, c.name, m.role, m.may_emergency, m.expires_at as ends_at,
      null::timestamptz as valid_until, m.revision
    from memberships m join companies c using (company_id) where m.user_id = p.id and ${IS_MEMBER} and ${managed}
    union all
    select null, i.invitation_id, c.company_id, c.parent_company_id, c.name, i.role, i.may_emergency, i.membership_ends_at, i.expires_at, null
    from member_invitations i join companies c using (company_id)
    where lower(i.email) = lower(p.email) and ${IS_OPEN} and ${managed}
    limit ${sql.lit(PLACES_OF_PERSON_MAX)}
  ) x`;

function matches({ q, kind, who }: Pick<PeopleQuery, 'q' | 'kind' | 'who'>): RawBuilder<unknown> {
  const pattern = `%${escapeLike(q)}%`;
  const id = who !== undefined && /^\d{1,9}$/.test(who) ? Number(who) : null;
  const kinds: Record<PeopleQuery['kind'], RawBuilder<unknown>> = {
    all: sql`true`,
    members: sql`exists (select from memberships m where m.user_id = l.id and ${IS_MEMBER})`,
    invited: sql`l.is_invited`,
    blocked: sql`l.blocked`,
  };
  return sql.join(
    [
      kinds[kind],
      ...(q === ''
        ? []
        : [sql`(without_accents(l.name) like without_accents(${pattern}) or l.email ilike ${pattern})`]),
      ...(who === undefined ? [] : [id === null ? sql`lower(l.email) = ${who.toLowerCase()}` : sql`l.id = ${id}::int`]),
    ],
    sql` and `,
  );
}
