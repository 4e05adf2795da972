import { GRANT_KINDS, type GrantKind } from '@belfry/schemas/domain/grants';
import { OWN_GRANTS_MAX, type OwnGrant, type StoppedGrant } from '@belfry/schemas/http/grants';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type Kysely, sql } from 'kysely';
import { nodesWithRight } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { Caller } from '../../policies/accounts.ts';
import { organisationsWith } from '../../policies/rights.ts';

type Key = { kind: GrantKind; grant_id: number };
export type FoundGrant = { grant: Wire<StoppedGrant>; owner_id: number | null; was_on: boolean; may_grant: boolean };

const SHOWN_MAX = 500;

export async function findStopped(db: Kysely<Database>, caller: Caller, only?: Key): Promise<FoundGrant[]> {
  const managed = nodesWithRight(caller.id, 'members');
  const { rows } = await sql<Wire<StoppedGrant> & Omit<FoundGrant, 'grant'>>`
    select s.kind, s.grant_id, g.name, g.company_id, c.name as company_name, s.granted_by_name as granted_by, s.reason, s.stopped_at,
      s.owner_id, s.was_on, could_grant(${caller.id}, g.owner_id, g.company_id, g.needed, g.places) as may_grant
    from stopped_grants s
    cross join lateral (select * from grants g where g.kind = s.kind and g.id = s.grant_id) g
    left join companies c on c.company_id = g.company_id
    where (
        s.owner_id = any(${[caller.id, ...organisationsWith(caller, 'members')]}::int4[])
        or (s.owner_id is null and ${isAdministrator(caller.role)})
      ) and (
        s.owner_id is null or s.owner_id = ${caller.id} or g.company_id in (${managed})
        or (g.company_id is null and exists (
          select from companies m where m.user_id = s.owner_id and m.level = 0 and m.company_id in (${managed})))
      )
      and (${only?.kind ?? null}::text is null or (s.kind = ${only?.kind ?? null}::text and s.grant_id = ${only?.grant_id ?? null}::int))
    order by s.stopped_at desc, s.kind, s.grant_id limit ${SHOWN_MAX}`.execute(db);
  return rows.map(({ owner_id, was_on, may_grant, ...grant }) => ({ grant, owner_id, was_on, may_grant }));
}

const SECRET_KINDS = Object.entries(GRANT_KINDS).flatMap(([kind, { hasSecret }]) => (hasSecret ? [kind] : []));

export async function findOwnGrants(db: Kysely<Database>, userId: number): Promise<Wire<OwnGrant>[]> {
  const { rows } = await sql<Wire<OwnGrant>>`
    select g.kind, g.id as grant_id, g.name, g.company_id, c.name as company_name, g.granted_at
    from grants g left join companies c on c.company_id = g.company_id
    where g.granted_by = ${userId} and g.kind = any(${SECRET_KINDS}::text[])
    order by g.granted_at desc, g.kind, g.id limit ${OWN_GRANTS_MAX}`.execute(db);
  return rows;
}

export async function isAsked(db: Kysely<Database>, userId: number): Promise<boolean> {
  const reviews = db.selectFrom('grant_reviews').select('user_id').where('user_id', '=', userId);
  return (await reviews.executeTakeFirst()) !== undefined;
}

export async function settleReview(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('grant_reviews').where('user_id', '=', userId).execute();
}
