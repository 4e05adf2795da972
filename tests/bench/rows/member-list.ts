import { createKey, hashKey } from '@belfry/api/lib/keys';
import { rightsOfRole } from '@belfry/schemas/domain/rights';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import type pg from 'pg';
import { pathOf } from '../../support/http-client.ts';
import { startBelfry } from '../lib/belfry.ts';
import { runLoad } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';

const BRANCHES = 50;
const DEVICES = 10_000;
const PAGES = 20;
const REQUESTS = 3_000;
const CALLERS = 8;

/** A user with a key. */
const ADD_USER = `
  with made as (
    insert into users (name, email, password_hash, role, email_confirm) values ($1, $1 || '@bench.test', '', 'user', true) returning id
  ), keyed as (
    insert into user_keys (user_id, key_hash, expires_at) select id, $2, now() + interval '1 day' from made
  )
  select id from made`;

async function addUser(pool: pg.Pool, name: string): Promise<{ id: number; key: string }> {
  const key = createKey();
  const { rows } = await pool.query<{ id: number }>(ADD_USER, [name, hashKey(key)]);
  return { id: rows[0]?.id ?? 0, key };
}

/** A main company of the owner with branches of equally many nodes, each with a device. */
const ADD_TREE = [
  `insert into companies (user_id, type, level, name) values ($1, 'Main', 0, 'Chain')`,
  `insert into companies (user_id, type, level, name, parent_company_id, main_company_id)
   select $1, 'Company', 1, 'Branch ' || n, m.company_id, m.company_id
   from generate_series(1, ${BRANCHES}) n cross join (select company_id from companies where user_id = $1 and level = 0) m`,
  `insert into companies (user_id, type, level, name, parent_company_id, main_company_id)
   select $1, 'Device', 2, 'Node ' || n, b.company_id, b.main_company_id
   from companies b cross join generate_series(1, ${DEVICES / BRANCHES}) n where b.user_id = $1 and b.level = 1`,
  `with free as (select device_id, row_number() over (order by device_id) as n from devices),
     node as (select company_id, row_number() over (order by company_id) as n from companies where user_id = $1 and level = 2)
   update devices d set user_id = $1, company_id = node.company_id from free join node using (n) where d.device_id = free.device_id`,
];

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry({ COMPANY_NODES_PER_USER: '20000' });
  await belfry.provision(DEVICES);
  const [owner, member] = [await addUser(belfry.pool, 'owner'), await addUser(belfry.pool, 'member')];
  for (const statement of ADD_TREE) await belfry.pool.query(statement, [owner.id]);
  await belfry.pool.query(
    `insert into memberships (company_id, user_id, role, rights) select company_id, $2, 'viewer', $3 from companies where user_id = $1 and level = 1`,
    [owner.id, member.id, rightsOfRole('viewer', { mayEmergency: false })],
  );
  await belfry.pool.query('analyze');
  const round = async (key: string): Promise<number> => {
    const path = `${pathOf(devicesHttp.listOwn, { page_size: 48 })}&`;
    const paths = Array.from({ length: PAGES }, (_, index) => `${path}page=${index + 1}`);
    const input = { port: belfry.httpPort, paths, key, callers: CALLERS, requests: REQUESTS };
    return (await runLoad<{ rate: number }>('tests/bench/load/request.ts', { core: 0, input })).rate;
  };
  const OWNER = 'their owner';
  return {
    title: `a page of 48 devices out of ${DEVICES}, as a member of ${BRANCHES} branches`,
    unit: 'pages/s',
    ours: 'the member',
    contenders: [
      { name: 'the member', round: () => round(member.key) },
      { name: OWNER, round: () => round(owner.key) },
    ],
    // At most 1.3 times the time of the owner.
    targets: [{ against: OWNER, atLeast: 1 / 1.3 }],
    notes: [`${CALLERS} callers, the first ${PAGES} pages, with the total.`],
    rounds: 7,
    stop: () => belfry.stop(),
  };
}

export const memberList: Row = { name: 'member-list', prepare };
