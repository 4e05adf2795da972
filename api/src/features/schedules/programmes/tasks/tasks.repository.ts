import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';

export type TaskKind = 'maintenance' | 'report' | 'check';
/** `at` and `due_at` in milliseconds since 1970. */
export type NewTask = { run_id: string; at: number; kind: TaskKind; schedule_id: number; due_at: number };
type TaskName = { run_id: string; at: Date; kind: TaskKind };
export type Task = TaskName & { schedule_id: number; user_id: number };

const KEPT_DAYS = 30;

/**
 * Makes the open tasks of an owner those that are given. @returns those that are new; what was due more than an hour ago is
 * not made up for.
 */
export async function syncTasks(
  trx: Kysely<Database>,
  userId: number,
  tasks: readonly NewTask[],
): Promise<(TaskName & { due_at: Date })[]> {
  const planned = sql`
    unnest(${tasks.map(({ run_id }) => run_id)}::uuid[], ${tasks.map(({ at }) => new Date(at))}::timestamptz[],
      ${tasks.map(({ kind }) => kind)}::text[], ${tasks.map(({ schedule_id }) => schedule_id)}::int4[],
      ${tasks.map(({ due_at }) => new Date(due_at))}::timestamptz[]) as w (run_id, at, kind, schedule_id, due_at)`;
  await sql`
    delete from schedule_tasks t where t.user_id = ${userId}
      and (t.due_at < now() - make_interval(days => ${KEPT_DAYS})
        or t.done_at is null and not exists (
          select from ${planned} where w.run_id = t.run_id and w.at = t.at and w.kind = t.kind and w.due_at = t.due_at))`.execute(
    trx,
  );
  const { rows } = await sql<TaskName & { due_at: Date }>`
    insert into schedule_tasks (run_id, at, kind, schedule_id, user_id, due_at)
    select w.run_id, w.at, w.kind, w.schedule_id, ${userId}, w.due_at from ${planned}
    join schedules s on s.id = w.schedule_id
    where w.due_at > now() - interval '1 hour'
    on conflict do nothing
    returning run_id, at, kind, due_at`.execute(trx);
  return rows;
}

/** Marks a task as done, if it is due, still planned and not done; the row is locked until the transaction ends. */
export async function claimTask(trx: Kysely<Database>, { run_id, at, kind }: TaskName): Promise<Task | undefined> {
  const { rows } = await sql<Task>`
    update schedule_tasks set done_at = now()
    where run_id = ${run_id}::uuid and at = ${at} and kind = ${kind} and done_at is null and due_at <= now() + interval '1 second'
    returning run_id, at, kind, schedule_id, user_id`.execute(trx);
  return rows[0];
}

export async function findSilentDevices(trx: Kysely<Database>, { run_id, at, user_id }: Task): Promise<string[]> {
  const check = JSON.stringify([{ run_id, at: at.toISOString() }]);
  const { rows } = await sql<{ serial: string }>`
    select d.serial from programmes p
    join programme_contents c on c.user_id = p.user_id and c.hash = p.content_hash
    join devices d on d.device_id = p.device_id
    where p.user_id = ${user_id} and c.checks @> ${check}::jsonb
      and not exists (
        select from announcement_receipts r
        where r.device_id = p.device_id and r.run_id = ${run_id}::uuid and r.event = 'started')
    order by d.serial`.execute(trx);
  return rows.map(({ serial }) => serial);
}

export type ReportRow = {
  at: Date;
  title: string;
  place: string;
  state: string;
  reason: string | null;
  /** By the wall clock of the place, as 2026-11-23 08:00:00; null where its zone is not known. */
  local_time: string | null;
  time_zone: string | null;
};

export async function findReportRows(
  trx: Kysely<Database>,
  { userId, days, limit }: { userId: number; days: number; limit: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select coalesce(d.started_at, d.at) as at, r.title, d.place, d.state, d.reason, d.time_zone,
      to_char(d.local_at + (coalesce(d.started_at, d.at) - d.at), 'YYYY-MM-DD HH24:MI:SS') as local_time
    from announcement_deliveries d join announcement_runs r on r.run_id = d.run_id
    where d.user_id = ${userId} and d.at > now() - make_interval(days => ${days}) and (d.at <= now() or d.state not in ('waiting', 'fetched'))
    order by 1 desc, d.place limit ${limit}`.execute(trx);
  return rows;
}
