import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { createTtlCache } from '../lib/ttl-cache.ts';
import type { WithMemberships } from '../policies/rights.ts';

declare module '../deps.ts' {
  interface Deps {
    branches: Branches;
  }
}

/** How long the branch of a node is remembered: only turns and shares depend on it. */
const REMEMBERED_MS = 60_000;
const NODES_MAX = 20_000;

/** Finds branches of organisations, each the highest node below a main company, by its id. */
export type Branches = {
  /** Undefined for a main company, and without a node. */
  of(this: void, companyId: number | null | undefined): Promise<number | undefined>;
  /** The branch in which somebody is member of an organisation; undefined for who acts for the whole of it. */
  ofMember(caller: WithMemberships, ownerId: number): Promise<number | undefined>;
};

export function createBranches(db: Kysely<Database>): Branches {
  const branches = createTtlCache<number | undefined>(REMEMBERED_MS, NODES_MAX);
  const of: Branches['of'] = async (companyId) =>
    companyId === null || companyId === undefined
      ? undefined
      : branches.get(String(companyId), () => findBranch(db, companyId));

  return {
    of,
    async ofMember({ memberships = [] }, ownerId) {
      const own = memberships.filter(({ owner_id }) => owner_id === ownerId);
      return own.some(({ whole }) => whole) ? undefined : of(own[0]?.company_id);
    },
  };
}

async function findBranch(db: Kysely<Database>, companyId: number): Promise<number | undefined> {
  const { rows } = await sql<{ branch: number | null }>`select top_branch_of(${companyId}) as branch`.execute(db);
  return rows[0]?.branch ?? undefined;
}
