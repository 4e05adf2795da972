import { NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import fc from 'fast-check';
import type pg from 'pg';
import { treeSteps, type TreeStep } from './random-trees.ts';

const MAINS = 2;
const PEOPLE = 3;

/** What `node_rights` must contain: every membership at every node at and below its own, by recursion. */
const DIFFERENCES = `
  with recursive expected (user_id, company_id, member_id, rights) as (
    select user_id, company_id, member_id, rights from memberships
    union all
    select e.user_id, c.company_id, e.member_id, e.rights from expected e join companies c on c.parent_company_id = e.company_id
  )
  select count(*)::int as differences from (
    (select * from expected except select user_id, company_id, member_id, rights from node_rights)
    union all
    (select user_id, company_id, member_id, rights from node_rights except select * from expected)
  ) d`;

/** Runs random changes of trees and memberships, each in a transaction that is rolled back; throws the steps after which the rights are wrong. */
export async function compareNodeRights(pool: pg.Pool, users: readonly number[], runs: number): Promise<void> {
  const client = await pool.connect();
  try {
    await fc.assert(
      fc.asyncProperty(treeSteps(PEOPLE, 24), async (steps) => {
        await client.query('begin');
        try {
          const forest = await createForest(client, users[0] ?? 0);
          for (const step of steps) await apply(client, forest, users, step);
          const { rows } = await client.query<{ differences: number }>(DIFFERENCES);
          return rows[0]?.differences === 0;
        } finally {
          await client.query('rollback');
        }
      }),
      { numRuns: runs },
    );
  } finally {
    client.release();
  }
}

type Node = { id: number; parent: number | null; main: number };
type Forest = { owner: number; nodes: Node[]; members: number[] };

async function createForest(client: pg.PoolClient, owner: number): Promise<Forest> {
  const { rows } = await client.query<{ company_id: number }>(
    `insert into companies (level, user_id, type, name) select 0, $1, 'Main', 'M' from generate_series(1, ${MAINS}) returning company_id`,
    [owner],
  );
  const nodes = rows.map(({ company_id: id }): Node => ({ id, parent: null, main: id }));
  return { owner, nodes, members: [] };
}

const at = <T>(list: readonly T[], position: number): T | undefined => list[position % Math.max(list.length, 1)];

async function apply(client: pg.PoolClient, forest: Forest, users: readonly number[], step: TreeStep): Promise<void> {
  const { nodes, members } = forest;
  if (step.kind === 'add') {
    // A chain in one statement, as copies of branches are added.
    let parent = at(nodes, step.below);
    if (!parent) return;
    const { rows } = await client.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence('companies', 'company_id'))::int as id from generate_series(1, $1)`,
      [step.count],
    );
    const chain: Node[] = [];
    for (const { id } of rows) chain.push((parent = { id, parent: parent.id, main: parent.main }));
    const values = chain.map(
      ({ id, parent: above, main }) => `(${id}, ${above}, ${main}, 1, ${forest.owner}, 'Element', 'E')`,
    );
    await client.query(
      `insert into companies (company_id, parent_company_id, main_company_id, level, user_id, type, name)
       overriding system value values ${values.join(', ')}`,
    );
    nodes.push(...chain);
  } else if (step.kind === 'move') {
    const [node, below] = [at(nodes, step.node), at(nodes, step.below)];
    if (!node || !below || node.parent === null) return;
    const branch = branchOf(nodes, node);
    if (branch.includes(below)) return;
    await client.query(
      `update companies set main_company_id = $3,
         parent_company_id = case company_id when $1 then $2 else parent_company_id end where company_id = any($4)`,
      [node.id, below.id, below.main, branch.map(({ id }) => id)],
    );
    node.parent = below.id;
    for (const each of branch) each.main = below.main;
  } else if (step.kind === 'remove') {
    const node = at(nodes, step.node);
    if (!node || node.parent === null || branchOf(nodes, node).length > 1) return;
    await client.query('delete from companies where company_id = $1', [node.id]);
    nodes.splice(nodes.indexOf(node), 1);
  } else if (step.kind === 'join') {
    const [node, role] = [at(nodes, step.node), NODE_ROLES[step.role]];
    if (!node || !role) return;
    const { rows } = await client.query<{ member_id: number }>(
      `insert into memberships (company_id, user_id, role, rights) values ($1, $2, $3, $4) on conflict do nothing returning member_id`,
      [node.id, users[step.user], role, rightsOfRole(role, { mayEmergency: true })],
    );
    members.push(...rows.map(({ member_id }) => member_id));
  } else if (step.kind === 'change') {
    await client.query('update memberships set rights = $2 where member_id = $1', [
      at(members, step.member),
      step.rights,
    ]);
  } else {
    await client.query('delete from memberships where member_id = $1', [at(members, step.member)]);
  }
}

const branchOf = (nodes: readonly Node[], top: Node): Node[] => [
  top,
  ...nodes.filter(({ parent }) => parent === top.id).flatMap((node) => branchOf(nodes, node)),
];
