import type { Reason } from '@belfry/schemas/domain/reasons';
import type { ProofFilter, ProofRow } from '@belfry/schemas/http/announcements/proof-of-play';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { ownedBy } from '../../../db/owned-by.ts';
import type { Page } from '../../../http/routes/paging.ts';
import type { VisibleOwners } from '../../../policies/visible-owners.ts';

export type StoredProof = Omit<ProofRow, 'at' | 'started_at' | 'finished_at' | keyof Reason> & {
  at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  device_id: number;
};
/** The last row of a page, after which the next one begins. */
export type ProofPosition = Pick<StoredProof, 'at' | 'run_id' | 'device_id'>;

/** The deliveries at the places of these owners in a time. A node stands for all below it. */
const matching = (owners: VisibleOwners, filter: ProofFilter): RawBuilder<unknown> => sql`
  from announcement_deliveries x
  join announcement_runs r on r.run_id = x.run_id
  join devices d on d.device_id = x.device_id
  where x.at >= ${filter.from}::timestamptz and x.at < ${filter.to}::timestamptz
    and ${ownedBy(owners, 'x.user_id')}
    and (${filter.schedule_id ?? null}::int is null or r.schedule_id = ${filter.schedule_id ?? null})
    and (${filter.company_id ?? null}::int is null or x.company_id in (
      with recursive branch (company_id) as (
        select ${filter.company_id ?? null}::int
        union
        select c.company_id from branch b join companies c on c.parent_company_id = b.company_id
      ) select company_id from branch))`;

const COLUMNS = sql`select x.run_id, x.device_id, r.kind, r.title, r.schedule_id, x.at, d.serial, x.place, x.state, x.started_at,
  x.finished_at, x.reason`;

export async function listProof(
  db: Kysely<Database>,
  owners: VisibleOwners,
  filter: ProofFilter,
  { limit, offset }: Page,
): Promise<{ rows: StoredProof[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<StoredProof>`${COLUMNS} ${matching(owners, filter)}
      order by x.at desc, x.run_id desc, x.device_id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n ${matching(owners, filter)}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/** The next rows after a position, for an export of any length. */
export async function readProofPage(
  db: Kysely<Database>,
  owners: VisibleOwners,
  filter: ProofFilter,
  { after, limit }: { after: ProofPosition | null; limit: number },
): Promise<StoredProof[]> {
  const following = after
    ? sql`and (date_trunc('milliseconds', x.at), x.run_id, x.device_id) < (${after.at}::timestamptz, ${after.run_id}::uuid, ${after.device_id}::int)`
    : sql``;
  const { rows } = await sql<StoredProof>`${COLUMNS} ${matching(owners, filter)} ${following}
    order by date_trunc('milliseconds', x.at) desc, x.run_id desc, x.device_id desc limit ${limit}`.execute(db);
  return rows;
}
