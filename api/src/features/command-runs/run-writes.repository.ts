import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { nodesWithRight } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import type { CommandRunRow } from './runs.repository.ts';
import { visibleCommandRuns } from './visible-runs.sql.ts';

export async function countActive(db: Kysely<Database>, userId: number): Promise<number> {
  const row = await db
    .selectFrom('command_runs')
    .where('issued_by', '=', userId)
    .where('state', 'in', ['running', 'paused', 'stopped'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function insertRun(trx: Kysely<Database>, run: Insertable<Database['command_runs']>): Promise<void> {
  await trx.insertInto('command_runs').values(run).execute();
}

/** Inserts the devices of a run; in the given order each wave takes the next `waveSize`. */
export async function insertRunDevices(
  trx: Kysely<Database>,
  runId: string,
  devices: readonly { device_id: number }[],
  waveSize: number,
): Promise<void> {
  const ids = devices.map(({ device_id }) => device_id);
  await sql`
    insert into command_run_devices (run_id, device_id, wave)
    select ${runId}::uuid, a.device_id, (a.n - 1) / ${waveSize}::int + 1
    from unnest(${ids}::int4[]) with ordinality as a (device_id, n)
    join devices d on d.device_id = a.device_id`.execute(trx);
}

/** Stores whose devices those of a run are, where all of them belong to one person and not to who has started it. @returns the owner */
export async function storeOwner(trx: Kysely<Database>, runId: string): Promise<number | null> {
  const { rows } = await sql<{ owner_id: number }>`
    update command_runs r set owner_id = o.owner_id from (
      select min(d.user_id) as owner_id from command_run_devices x join devices d on d.device_id = x.device_id
      where x.run_id = ${runId}::uuid
      having count(distinct d.user_id) = 1 and count(*) = count(d.user_id)
    ) o
    where r.id = ${runId}::uuid and o.owner_id <> r.issued_by
    returning r.owner_id`.execute(trx);
  return rows[0]?.owner_id ?? null;
}

export async function lockRunsWithoutRight(
  trx: Kysely<Database>,
  { userId, ownerId }: { userId: number; ownerId: number },
): Promise<Pick<CommandRunRow, 'id' | 'issued_by' | 'owner_id'>[]> {
  const { rows } = await sql<Pick<CommandRunRow, 'id' | 'issued_by' | 'owner_id'>>`
    select run.id, run.issued_by, run.owner_id from command_runs run
    where run.issued_by = ${userId}::int and run.state in ('running', 'paused', 'stopped') and exists (
      select from command_run_devices x join devices d on d.device_id = x.device_id
      where x.run_id = run.id and d.user_id = ${ownerId}::int
        and (d.company_id in (${nodesWithRight(userId, 'operate')})) is not true)
    for update of run`.execute(trx);
  return rows;
}

export async function lockRun(
  trx: Kysely<Database>,
  owners: VisibleOwners,
  id: string,
): Promise<CommandRunRow | undefined> {
  return trx
    .selectFrom('command_runs')
    .selectAll()
    .where('id', '=', id)
    .where(visibleCommandRuns(owners))
    .forUpdate()
    .executeTakeFirst();
}

export async function updateRun(
  trx: Kysely<Database>,
  id: string,
  changes: Updateable<Database['command_runs']>,
): Promise<void> {
  await trx.updateTable('command_runs').set(changes).where('id', '=', id).execute();
}

export async function findWave(trx: Kysely<Database>, runId: string, wave: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('command_run_devices')
    .select('device_id')
    .where('run_id', '=', runId)
    .where('wave', '=', wave)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/** Running runs that no job has looked at for two minutes, although they do not wait between two waves. */
export async function findStalled(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from command_runs where state = 'running' and checked_at < now() - interval '2 minutes'
      and (next_wave_at is null or next_wave_at < now() - interval '2 minutes')
    limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the next step of a run, which makes the one before outdated. @returns its number */
export async function nextStep(trx: Kysely<Database>, runId: string): Promise<number> {
  const { step } = await trx
    .updateTable('command_runs')
    .set({ step: sql<number>`step + 1`, checked_at: sql<Date>`now()` })
    .where('id', '=', runId)
    .returning('step')
    .executeTakeFirstOrThrow();
  return step;
}
