import { createKey, hashKey } from '@belfry/api/lib/keys';
import { rightsOfRole } from '@belfry/schemas/domain/rights';
import type pg from 'pg';
import { createUser, type TestUser } from './factories.ts';
import type { Stack } from './stack.ts';

/** A member of many branches of one tree, with the devices that they see there, and those of a branch beside these. */
export type MemberOfBranches = {
  owner: TestUser;
  member: TestUser;
  /** With the id of the membership and the serials of the devices, by branch. */
  branches: { member_id: number; serials: string[] }[];
  /** The serials of the branch of which the person is no member. */
  sibling: string[];
};

const ADD_DEVICES = `
  with main as (
    insert into companies (user_id, type, level, name) values ($1, 'Main', 0, 'Chain') returning company_id
  ), branch as (
    insert into companies (user_id, type, level, name, parent_company_id, main_company_id)
    select $1, 'Company', 1, 'Branch ' || n, company_id, company_id from main cross join generate_series(1, $2::int + 1) n
    returning company_id, main_company_id
  ), node as (
    insert into companies (user_id, type, level, name, parent_company_id, main_company_id)
    select $1, 'Device', 2, 'Node ' || n, company_id, main_company_id from branch cross join generate_series(1, $3::int) n
    returning company_id, parent_company_id
  )
  select company_id, parent_company_id from node order by parent_company_id, company_id`;

const ADD_STATES = `
  with added as (
    insert into devices (serial, device_mode, user_id, company_id, key_hash)
    select regexp_replace(lpad(($1::bigint * 1000000 + n)::text, 16, '7'), '(.{4})(?!$)', '\\1-', 'g'), 'active', $1, node, $3::bytea
    from unnest($2::int[]) with ordinality u (node, n)
    returning device_id, serial, company_id
  ), stated as (
    insert into device_state (device_id) select device_id from added
  )
  select serial, company_id from added`;

/** Makes a tree of branches with equally many devices each, and a viewer of all branches but one. */
export async function createMemberOfBranches(
  stack: Pick<Stack, 'db' | 'pool'>,
  { branches, devices }: { branches: number; devices: number },
): Promise<MemberOfBranches> {
  const [owner, member] = [await createUser(stack), await createUser(stack)];
  const query = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> =>
    (await stack.pool.query<T>(text, values)).rows;
  const nodes = await query<{ company_id: number; parent_company_id: number }>(ADD_DEVICES, [
    owner.id,
    branches,
    devices,
  ]);
  const ids = nodes.map(({ company_id }) => company_id);
  const added = await query<{ serial: string; company_id: number }>(ADD_STATES, [owner.id, ids, hashKey(createKey())]);
  const serialAt = new Map(added.map(({ serial, company_id }) => [company_id, serial]));
  const serialsIn = new Map<number, string[]>();
  for (const { company_id, parent_company_id } of nodes)
    serialsIn.set(parent_company_id, [...(serialsIn.get(parent_company_id) ?? []), serialAt.get(company_id) ?? '']);
  const [sibling = [], ...others] = [...serialsIn.values()];
  const memberships = await query<{ member_id: number; company_id: number }>(
    `insert into memberships (company_id, user_id, role, rights) select id, $2, 'viewer', $3 from unnest($1::int[]) id returning member_id, company_id`,
    [[...serialsIn.keys()].slice(1), member.id, rightsOfRole('viewer', { mayEmergency: false })],
  );
  const idOf = new Map(memberships.map(({ company_id, member_id }) => [company_id, member_id]));
  return {
    owner,
    member,
    branches: [...serialsIn.keys()]
      .slice(1)
      .map((company_id, at) => ({ member_id: idOf.get(company_id) ?? 0, serials: others[at] ?? [] })),
    sibling,
  };
}
