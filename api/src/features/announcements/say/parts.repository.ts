import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type PartToSend = Pick<
  Row<'announcement_parts'>,
  'text' | 'language' | 'voice' | 'volume' | 'items' | 'command_id'
> &
  Pick<Row<'announcement_runs'>, 'kind' | 'priority' | 'user_id' | 'chime' | 'repeat' | 'pause_ms'> & {
    expires_at: Date;
    /** The devices that have not got it yet, and their owners. */
    device_ids: number[];
    owner_ids: number[];
  };

/** A part of a run that is not stopped, with the devices that wait for it; undefined if none does. */
export async function findPartToSend(
  db: Kysely<Database>,
  runId: string,
  part: number,
): Promise<PartToSend | undefined> {
  const { rows } = await sql<PartToSend>`
    select p.text, p.language, p.voice, p.volume, p.items, p.command_id, r.kind, r.priority, r.user_id, r.chime, r.repeat,
      r.pause_ms, r.expires_at, array_agg(x.device_id) as device_ids,
      coalesce(array_agg(distinct x.user_id) filter (where x.user_id is not null), '{}') as owner_ids
    from announcement_parts p
    join announcement_runs r on r.run_id = p.run_id and r.state in ('rendering', 'running')
    join announcement_deliveries x on x.run_id = p.run_id and x.part = p.part
      and (x.state = 'waiting' or (r.kind = 'emergency' and x.state = 'offline'))
    where p.run_id = ${runId}::uuid and p.part = ${part}
    group by p.run_id, p.part, r.run_id`.execute(db);
  return rows[0];
}

/** Stores the audio of a part and the command that plays it. @returns the id of the command, which an earlier attempt may have stored. */
export async function claimPart(
  db: Kysely<Database>,
  { runId, part, items, commandId }: { runId: string; part: number; items: readonly AudioItem[]; commandId: string },
): Promise<string> {
  const { command_id } = await db
    .updateTable('announcement_parts')
    .set({ items: JSON.stringify(items), command_id: sql<string>`coalesce(command_id, ${commandId}::uuid)` })
    .where('run_id', '=', runId)
    .where('part', '=', part)
    .returning('command_id')
    .executeTakeFirstOrThrow();
  return command_id ?? commandId;
}

/** Stores that the run was sent to these devices, except to those that were offline. */
export async function markSent(
  db: Kysely<Database>,
  { runId, deviceIds, offline }: { runId: string; deviceIds: readonly number[]; offline: readonly number[] },
): Promise<void> {
  await sql`
    update announcement_deliveries
    set state = case when device_id = any(${offline}::int4[]) then 'offline' else 'sent' end
    where run_id = ${runId}::uuid and device_id = any(${deviceIds}::int4[]) and state in ('waiting', 'offline')`.execute(
    db,
  );
}

/** Stores why a part cannot be heard; the reason is shown to users. */
export async function markFailed(
  db: Kysely<Database>,
  { runId, part, reason }: { runId: string; part: number; reason: string },
): Promise<void> {
  await db
    .updateTable('announcement_parts')
    .set({ error: reason })
    .where('run_id', '=', runId)
    .where('part', '=', part)
    .execute();
  await db
    .updateTable('announcement_deliveries')
    .set({ state: 'failed', reason })
    .where('run_id', '=', runId)
    .where('part', '=', part)
    .where('state', 'in', ['waiting', 'offline'])
    .execute();
  await db
    .updateTable('announcement_runs')
    .set({ error: reason })
    .where('run_id', '=', runId)
    .where('error', 'is', null)
    .execute();
}

/** Stores that a run is running, once no delivery waits for its audio any more. */
export async function markRendered(db: Kysely<Database>, runId: string): Promise<void> {
  await sql`
    update announcement_runs r set state = 'running'
    where r.run_id = ${runId}::uuid and r.state = 'rendering'
      and not exists (select from announcement_deliveries x where x.run_id = r.run_id and x.state = 'waiting')`.execute(
    db,
  );
}
