import type { Reason } from '@belfry/schemas/domain/reasons';
import {
  isDay,
  type ProofFilter,
  type ProofRow,
  type ProofRun,
} from '@belfry/schemas/http/announcements/proof-of-play';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { BEGUN, HEARD, ownedBy, SENT } from '../../db/conditions.ts';
import type { Page } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

type Instants = 'at' | 'started_at' | 'finished_at' | 'reported_at';
export type StoredProof = Omit<ProofRow, Instants | keyof Reason> & {
  at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  reported_at: Date | null;
  device_id: number;
};

type ProofPosition = Pick<StoredProof, 'at' | 'run_id' | 'device_id'>;

/** The wall clock of the place; UTC where its zone is not known. */
const LOCAL = sql`coalesce(x.local_at, x.at at time zone 'UTC')`;
/** Wall clocks differ from UTC by at most so many hours. */
const ZONES_H = 15;

/** Instants, or days by the wall clock of each place; the instants around these days are found by an index. */
const inTime = ({ from, to }: ProofFilter): RawBuilder<unknown> =>
  isDay(from)
    ? sql`x.at >= ${from}::timestamp at time zone 'UTC' - make_interval(hours => ${ZONES_H})
    and x.at < ${to}::timestamp at time zone 'UTC' + make_interval(hours => ${24 + ZONES_H})
    and ${LOCAL} >= ${from}::timestamp and ${LOCAL} < ${to}::timestamp + interval '1 day'`
    : sql`x.at >= ${from}::timestamptz and x.at < ${to}::timestamptz`;

/** A clock that is ahead plays too early, which is reported. */
const HAS_COME = sql`(x.at <= now() or x.state not in ('waiting', 'fetched'))`;
/** No report says whether it was heard. */
const SILENT = sql`(not ${BEGUN} and x.state in ('waiting', 'sent', 'fetched'))`;
const COUNTS = sql`count(*)::int as expected, count(*) filter (where ${HEARD})::int as heard,
  count(*) filter (where ${SENT})::int as sent,
  count(*) filter (where ${SILENT})::int as silent,
  (count(*) filter (where not ${BEGUN}) - count(*) filter (where ${SILENT}))::int as not_heard`;

const matching = (owners: VisibleOwners, filter: ProofFilter): RawBuilder<unknown> => sql`
  from announcement_deliveries x
  join announcement_runs r on r.run_id = x.run_id
  join devices d on d.device_id = x.device_id
  where ${inTime(filter)} and ${HAS_COME} ${filter.heard === 'false' ? sql`and not ${BEGUN}` : sql``}
    and ${ownedBy(owners, 'x.user_id', 'x.company_id')}
    and (${filter.schedule_id ?? null}::int is null or r.schedule_id = ${filter.schedule_id ?? null})
    and (${filter.company_id ?? null}::int is null or x.company_id in (
      with recursive branch (company_id) as (
        select ${filter.company_id ?? null}::int
        union
        select c.company_id from branch b join companies c on c.parent_company_id = b.company_id
      ) select company_id from branch))`;

const COLUMNS = sql`select x.run_id, x.device_id, r.kind, r.title, nullif(greatest(r.schedule_id, 0), 0) as schedule_id, x.at, x.time_zone, d.serial, x.place, x.state,
  x.started_at, x.finished_at, x.reported_at, x.clock_skew_ms, x.reason`;

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

type StoredRun = Omit<ProofRun, 'at'> & { at: Date };

export async function listProofRuns(
  db: Kysely<Database>,
  owners: VisibleOwners,
  filter: ProofFilter,
  { limit, offset }: Page,
): Promise<{ rows: StoredRun[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<StoredRun>`select x.run_id, r.kind, r.title, nullif(greatest(r.schedule_id, 0), 0) as schedule_id, min(x.at) as at,
      (array_agg(x.time_zone order by x.at))[1] as time_zone, ${COUNTS} ${matching(owners, filter)}
      group by x.run_id, r.kind, r.title, r.schedule_id order by min(x.at) desc, x.run_id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(distinct x.run_id)::int as n ${matching(owners, filter)}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}
