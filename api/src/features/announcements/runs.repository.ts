import { reasonOf, reasonText, type Reason } from '@belfry/schemas/domain/reasons';
import {
  type AnnouncementDelivery,
  type AnnouncementRun,
  type PageFigures,
  pageFiguresSchema,
} from '@belfry/schemas/http/announcements/announcements';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { changeInBatches } from '../../db/transact.ts';
import { BEGUN, HEARD, SENT } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { placePath } from '../../db/place-path.ts';
import type { Page } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { HAS_ENDED, runFigures } from './run-figures.sql.ts';
import type { RunReader } from './receipts.repository.ts';
import { visibleDeliveries, visibleRuns } from './visible-runs.sql.ts';

type RunRow = Omit<AnnouncementRun, 'created_at' | 'ended_at'> & { created_at: Date; ended_at: Date | null };
type DeliveryRow = Omit<AnnouncementDelivery, 'started_at' | 'finished_at'> & {
  started_at: Date | null;
  finished_at: Date | null;
};

type StoredRun = Omit<RunRow, 'recording'> & { recording: AnnouncementRun['recording'] | null };
const toRun = ({ recording, ...run }: StoredRun): RunRow => (recording ? { ...run, recording } : run);

const RECORDING = sql`(select jsonb_build_object('sha256', p.recording_sha256, 'duration_ms', p.recording_ms) from pages p
      where p.run_id = r.run_id and p.recording_sha256 is not null limit 1)`;

const runsOf = (owners: VisibleOwners, selection: RawBuilder<unknown>): RawBuilder<StoredRun> => sql<StoredRun>`
  select r.run_id, r.kind, r.title, r.priority, coalesce(r.started_by, r.user_id) as user_id, u.email as user_email, r.error,
    r.at as created_at,
    case when ${HAS_ENDED} then coalesce(c.ended_at, r.at) else r.ended_at end as ended_at,
    case when ${HAS_ENDED} then 'finished' else r.state end as state,
    c.devices, coalesce(c.counts, '{}') as counts, c.sent,
    case when r.kind = 'page' then ${RECORDING} end as recording
  from (${selection}) r
  left join users u on u.id = coalesce(r.started_by, r.user_id)
  ${runFigures(owners)}
  order by r.at desc, r.run_id desc`;

export async function listRuns(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { limit, offset }: Page,
): Promise<{ rows: RunRow[]; total: number }> {
  const mine = sql`from announcement_runs r where at <= now() and ${visibleRuns(owners)}`;
  const [{ rows }, counted] = await Promise.all([
    runsOf(owners, sql`select * ${mine} order by at desc, run_id desc limit ${limit} offset ${offset}`).execute(db),
    sql<{ n: number }>`select count(*)::int as n ${mine}`.execute(db),
  ]);
  return { rows: rows.map(toRun), total: counted.rows[0]?.n ?? 0 };
}

export async function findRun(db: Kysely<Database>, owners: VisibleOwners, runId: string): Promise<RunRow | undefined> {
  const selection = sql`select * from announcement_runs r where run_id = ${runId}::uuid and ${visibleRuns(owners)}`;
  const { rows } = await runsOf(owners, selection).execute(db);
  return rows[0] && toRun(rows[0]);
}

export async function findActiveEmergencies(db: Kysely<Database>, owners: VisibleOwners): Promise<RunRow[]> {
  const active = sql`select * from announcement_runs r where kind in ('emergency', 'drill')
    and state in ('rendering', 'running') and ${visibleRuns(owners)}`;
  return (await runsOf(owners, active).execute(db)).rows.map(toRun);
}

type Fallback = { rendered_by: string; fallback_reason: string };
/** A longer result of a device is not that of a page. */
const FIGURES_BYTES = 1_000;
const figuresSchema = z.object(pageFiguresSchema.shape);
const figuresOf = (result: unknown): { frames?: PageFigures } => {
  const { data } = figuresSchema.safeParse(result);
  return data ? { frames: data } : {};
};
type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** Those that were not heard first. */
export async function listDeliveries(
  db: Kysely<Database>,
  { owners, names }: RunReader,
  runId: string,
  { limit, offset }: Page,
): Promise<DeliveryRow[]> {
  type Stored = Omit<DeliveryRow, keyof Reason | keyof Fallback | 'frames'> & Nullable<Fallback> & { figures: unknown };
  const { rows } = await sql<Stored>`
    select d.serial, x.place, x.company_id, ${placePath('n.parent_company_id', names)} as path, x.state, ${HEARD} as heard, ${SENT} as sent,
      case when s.status = 'offline' then iso_utc(coalesce(case when s.reported_status = 'offline' then s.status_at end, s.last_seen)) end
        as offline_since, x.language, x.voice, x.started_at, x.finished_at, x.reason, p.rendered_by, p.fallback_reason,
      case when octet_length(c.result::text) <= ${FIGURES_BYTES} then c.result end as figures
    from announcement_deliveries x join announcement_runs r on r.run_id = x.run_id join devices d on d.device_id = x.device_id
      join device_state s on s.device_id = x.device_id left join companies n on n.company_id = x.company_id
      left join announcement_parts p on p.run_id = x.run_id and p.part = x.part
      left join pages g on r.kind = 'page' and g.run_id = r.run_id
      left join command_deliveries c on c.command_id = g.close_command_id and c.device_id = x.device_id and c.state = 'succeeded'
    where x.run_id = ${runId}::uuid and ${visibleDeliveries(owners)}
    order by ${BEGUN}, x.place collate natural_order, d.serial limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ rendered_by, fallback_reason, figures, ...row }) =>
    Object.assign(
      row,
      reasonOf(row.reason),
      figuresOf(figures),
      rendered_by !== null && fallback_reason !== null && { rendered_by, fallback_reason },
    ),
  );
}

/**
 * Settles the deliveries of a run that no device has reported: those that were not started are expired, those that have been
 * playing for `longestHours` are interrupted. An emergency has no end before it is stopped.
 */
export async function endUnreported(trx: Kysely<Database>, runId: string, longestHours: number): Promise<void> {
  await sql`
    update announcement_deliveries x set
      state = case x.state when 'started' then 'interrupted' else 'expired' end,
      reason = case x.state when 'started' then ${reasonText('no_end')} else ${reasonText('no_start')} end
    from announcement_runs r
    where r.run_id = ${runId}::uuid and x.run_id = r.run_id and (r.kind <> 'emergency' or r.state = 'stopped')
      and (x.state in ('waiting', 'sent', 'fetched')
        or x.state = 'started' and x.started_at < now() - make_interval(hours => ${longestHours}))`.execute(trx);
}

export async function isReportAwaited(trx: Kysely<Database>, runId: string): Promise<boolean> {
  const awaited = await trx
    .selectFrom('announcement_deliveries')
    .select('device_id')
    .where('run_id', '=', runId)
    .where('state', 'in', ['sent', 'fetched', 'started'])
    .limit(1)
    .executeTakeFirst();
  return awaited !== undefined;
}

/** Never true for emergencies. */
export async function isStillPlaying(trx: Kysely<Database>, runId: string): Promise<boolean> {
  const playing = await trx
    .selectFrom('announcement_deliveries as x')
    .innerJoin('announcement_runs as r', 'r.run_id', 'x.run_id')
    .select('x.device_id')
    .where('x.run_id', '=', runId)
    .where('x.state', '=', 'started')
    .where('r.kind', '<>', 'emergency')
    .limit(1)
    .executeTakeFirst();
  return playing !== undefined;
}

const RUNS = 100;

/**
 * Deletes runs that began before `before`, with their parts and deliveries, and receipts that were received before, in batches of
 * one statement each, and what devices reported about emergencies that are not prepared any more. Emergencies that are not over stay
 * with their deliveries.
 */
export async function deleteOldAnnouncements(db: Kysely<Database>, before: Date): Promise<void> {
  await changeInBatches((limit) =>
    sql`delete from announcement_receipts where ctid = any(array(
      select ctid from announcement_receipts where received_at < ${before} limit ${limit}))`.execute(db),
  );
  await sql`
    delete from emergency_copies x where not exists (
      select from programmes p join programme_contents c on c.user_id = p.user_id and c.hash = p.content_hash
      where p.device_id = x.device_id and x.receipt_id = any(c.emergency_ids))`.execute(db);
  for (;;) {
    const { rows } = await sql<{ run_id: string }>`
      select run_id from announcement_runs
      where at < ${before} and not (kind = 'emergency' and state in ('rendering', 'running'))
      order by at limit ${RUNS}`.execute(db);
    if (rows.length === 0) return;
    const ids = rows.map(({ run_id }) => run_id);
    await changeInBatches((limit) =>
      sql`delete from announcement_deliveries where ctid = any(array(
        select ctid from announcement_deliveries where run_id = any(${ids}::uuid[]) limit ${limit}))`.execute(db),
    );
    await db.deleteFrom('announcement_runs').where('run_id', 'in', ids).execute();
  }
}

export async function hasStarted(db: Kysely<Database>, runId: string): Promise<boolean> {
  return (
    (await db.selectFrom('announcement_runs').select('run_id').where('run_id', '=', runId).executeTakeFirst()) !==
    undefined
  );
}
