import { createKey, hashKey } from '@belfry/api/lib/keys';
import { rightsOfRole } from '@belfry/schemas/domain/rights';
import type pg from 'pg';

/** How many branches a tree has, with how many devices all together. */
type BranchesSize = { branches: number; devices: number };

export type BenchUser = { id: number; key: string };

/** An owner with a tree of branches, and a member of each of these. */
export type Branches = {
  owner: BenchUser;
  member: BenchUser;
  main: number;
  branches: number[];
  /** Of half of the devices of each branch. */
  group: number;
};

/** A user with a key. */
const ADD_USER = `
  with made as (
    insert into users (name, email, password_hash, role, email_confirm) values ($1, $1 || '@bench.test', '', 'user', true) returning id
  ), keyed as (
    insert into user_keys (user_id, key_hash, expires_at) select id, $2, now() + interval '1 day' from made
  )
  select id from made`;

async function addUser(pool: pg.Pool, name: string): Promise<BenchUser> {
  const key = createKey();
  const { rows } = await pool.query<{ id: number }>(ADD_USER, [name, hashKey(key)]);
  return { id: rows[0]?.id ?? 0, key };
}

/** A main company with branches of equally many nodes, each with a device. Parameters: owner, branches, devices. */
const ADD_TREE = [
  `insert into companies (user_id, type, level, name)
   select $1::int, 'Main', 0, 'Chain' where $2::int > 0 and $3::int > 0`,
  `insert into companies (user_id, type, level, name, parent_company_id, main_company_id)
   select $1::int, 'Company', 1, 'Branch ' || n, m.company_id, m.company_id
   from generate_series(1, $2::int) n cross join (select company_id from companies where user_id = $1 and level = 0) m where $3::int > 0`,
  `insert into companies (user_id, type, level, name, parent_company_id, main_company_id)
   select $1::int, 'Device', 2, 'Node ' || n, b.company_id, b.main_company_id
   from companies b cross join generate_series(1, $3::int / $2::int) n where b.user_id = $1 and b.level = 1`,
  `with node as (
     select company_id, row_number() over (order by company_id) as n from companies
     where user_id = $1 and level = 2 and $2::int > 0 and $3::int > 0
   ), added as (
     insert into devices (serial, device_mode, user_id, company_id, note, tags)
     select regexp_replace(lpad(($1::int * 100000 + n)::text, 16, '0'), '(.{4})(?!$)', '\\1-', 'g'), 'active', $1, company_id,
       'shelf ' || n % 100, case when n % 3 = 0 then array['till'] else array[]::text[] end
     from node returning device_id, company_id
   )
   insert into device_state (device_id, reported_status, device_version, hostname, last_seen)
   select device_id, case when n % 4 = 0 then 'offline' else 'online' end, '1.' || n % 3, 'host-' || n, now() - n * interval '1 s'
   from added join node using (company_id)`,
];

/** Makes an owner with a tree. */
async function addOwner(pool: pg.Pool, name: string, { branches, devices }: BranchesSize): Promise<BenchUser> {
  const owner = await addUser(pool, name);
  for (const statement of ADD_TREE) await pool.query(statement, [owner.id, branches, devices]);
  return owner;
}

/** Makes two owners with trees of the same size, and a member who manages all branches of the first one. */
export async function addBranches(pool: pg.Pool, size: BranchesSize): Promise<Branches> {
  const owner = await addOwner(pool, 'owner', size);
  await addOwner(pool, 'other', size);
  const member = await addUser(pool, 'member');
  await pool.query(
    `insert into memberships (company_id, user_id, role, rights) select company_id, $2, 'manager', $3 from companies where user_id = $1 and level = 1`,
    [owner.id, member.id, rightsOfRole('manager', { mayEmergency: false })],
  );
  const { rows } = await pool.query<{ main: number; branches: number[] }>(
    `select min(company_id) filter (where level = 0) as main, array_agg(company_id order by company_id) filter (where level = 1) as branches
     from companies where user_id = $1 and level < 2`,
    [owner.id],
  );
  const group = await pool.query<{ id: number }>(
    `with made as (insert into device_groups (user_id, name) values ($1, 'Half') returning id),
       filled as (
         insert into device_group_elements (group_id, company_id)
         select made.id, c.company_id from made cross join companies c where c.user_id = $1 and c.level = 2 and c.company_id % 2 = 0
       )
     select id from made`,
    [owner.id],
  );
  await pool.query('vacuum analyze');
  return {
    owner,
    member,
    main: rows[0]?.main ?? 0,
    branches: rows[0]?.branches ?? [],
    group: group.rows[0]?.id ?? 0,
  };
}
