import { reasonOf, type Reason } from '@belfry/schemas/domain/reasons';
import type { AnnouncementDelivery, AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { ownedBy } from '../../../db/owned-by.ts';
import type { Page } from '../../../http/routes/paging.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

/** A run as the wire has it; the times are dates. */
export type RunRow = Omit<AnnouncementRun, 'created_at' | 'ended_at'> & { created_at: Date; ended_at: Date | null };
export type DeliveryRow = Omit<AnnouncementDelivery, 'started_at' | 'finished_at'> & {
  started_at: Date | null;
  finished_at: Date | null;
};

/** A place that has reported nothing about a scheduled run so long after its instant does not keep it from ending. */
const REPORTED_WITHIN_H = 1;
/** A place that does not report the end of what it plays does not either. */
const PLAYS_H = 24;
/** Until the places of a scheduled run are recorded. */
const RECORDED_WITHIN_S = 60;

/** A scheduled run ends when every place has ended it. */
const HAS_ENDED = sql`(r.kind = 'schedule' and r.state = 'running' and r.at < now() - make_interval(secs => ${RECORDED_WITHIN_S})
  and coalesce(c.waits_until, '-infinity') < now() and coalesce(c.plays_until, '-infinity') < now()
  and (c.devices > 0 or r.at < now() - make_interval(hours => ${REPORTED_WITHIN_H})))`;

const runsOf = (chosen: RawBuilder<unknown>): RawBuilder<RunRow> => sql<RunRow>`
  select r.run_id, r.kind, r.title, r.priority, r.user_id, u.email as user_email, r.error, r.at as created_at,
    case when ${HAS_ENDED} then coalesce(c.ended_at, r.at) else r.ended_at end as ended_at,
    case when ${HAS_ENDED} then 'finished' else r.state end as state,
    coalesce(c.devices, 0)::int as devices, coalesce(c.counts, '{}') as counts
  from (${chosen}) r
  left join users u on u.id = r.user_id
  left join lateral (
    select sum(n) as devices, jsonb_object_agg(state, n) as counts, max(ended_at) as ended_at,
      max(latest) filter (where state in ('waiting', 'sent', 'fetched')) + make_interval(hours => ${REPORTED_WITHIN_H}) as waits_until,
      max(begun) filter (where state = 'started') + make_interval(hours => ${PLAYS_H}) as plays_until
    from (select state, count(*)::int as n, max(finished_at) as ended_at, max(at) as latest, max(started_at) as begun
      from announcement_deliveries where run_id = r.run_id group by state) as s
  ) c on true
  order by r.at desc, r.run_id desc`;

/** The runs of these owners that have begun, the newest first. */
export async function listRuns(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { limit, offset }: Page,
): Promise<{ rows: RunRow[]; total: number }> {
  const mine = sql`from announcement_runs r where at <= now() and ${ownedBy(owners, 'r.user_id')}`;
  const [{ rows }, counted] = await Promise.all([
    runsOf(sql`select * ${mine} order by at desc, run_id desc limit ${limit} offset ${offset}`).execute(db),
    sql<{ n: number }>`select count(*)::int as n ${mine}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export async function findRun(db: Kysely<Database>, owners: VisibleOwners, runId: string): Promise<RunRow | undefined> {
  const found = sql`select * from announcement_runs r where run_id = ${runId}::uuid and ${ownedBy(owners, 'r.user_id')}`;
  const { rows } = await runsOf(found).execute(db);
  return rows[0];
}

/** The emergencies and drills of these owners that are not over. */
export async function findActiveEmergencies(db: Kysely<Database>, owners: VisibleOwners): Promise<RunRow[]> {
  const active = sql`select * from announcement_runs r where kind in ('emergency', 'drill')
    and state in ('rendering', 'running') and ${ownedBy(owners, 'r.user_id')}`;
  return (await runsOf(active).execute(db)).rows;
}

/** The deliveries of a run, by place. */
export async function listDeliveries(
  db: Kysely<Database>,
  runId: string,
  { limit, offset }: Page,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<Omit<DeliveryRow, keyof Reason>>`
    select d.serial, x.place, x.state, x.language, x.voice, x.started_at, x.finished_at, x.reason
    from announcement_deliveries x join devices d on d.device_id = x.device_id
    where x.run_id = ${runId}::uuid
    order by x.place collate natural_order, d.serial limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => Object.assign(row, reasonOf(row.reason)));
}
