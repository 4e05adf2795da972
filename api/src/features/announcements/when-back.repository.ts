import {
  WAITING_PER_INSTALLATION_MAX,
  WAITING_PER_PERSON_MAX,
  WAITING_PROMISED,
} from '@belfry/schemas/domain/announcements';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BEGUN } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { visibleDeliveries } from './visible-runs.sql.ts';

/** A condition: a run is played by devices that come back. */
export const WAITS = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.waits`)} and ${sql.ref(`${alias}.state`)} in ('rendering', 'running'))`;

/** A condition on a delivery `x` of a run `r`: its device has not heard it, is offline, and nothing waits for it yet. */
export const AWAY = sql<boolean>`(not ${BEGUN} and not ${WAITS('r')}
  and exists (select from device_state s where s.device_id = x.device_id and s.status = 'offline')
  and not exists (
    select from announcement_runs w join announcement_deliveries v on v.run_id = w.run_id and v.device_id = x.device_id
    where w.again_of = r.run_id and ${WAITS('w')} and v.state = 'waiting'))`;

/** How many devices a run could wait for. */
export async function countAway(db: Kysely<Database>, owners: VisibleOwners, runId: string): Promise<number> {
  const { rows } = await sql<{ away: number }>`
    select count(*)::int as away from announcement_deliveries x join announcement_runs r on r.run_id = x.run_id
    where x.run_id = ${runId}::uuid and ${visibleDeliveries(owners)} and ${AWAY}`.execute(db);
  return rows[0]?.away ?? 0;
}

/** Call it after the run is inserted. Throws conflict where more devices are waited for than a person or the installation may. */
export async function checkWaiting(trx: Kysely<Database>, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('announcements that wait'))`.execute(trx);
  const { rows } = await sql<{ own: number; total: number }>`
    select count(*) filter (where coalesce(r.started_by, r.user_id) = ${userId}::int)::int as own, count(*)::int as total
    from announcement_runs r join announcement_deliveries x on x.run_id = r.run_id and x.state = 'waiting'
    where ${WAITS('r')}`.execute(trx);
  const { own, total } = rows[0] ?? { own: 0, total: 0 };
  if (own > WAITING_PER_PERSON_MAX || (own > WAITING_PROMISED && total > WAITING_PER_INSTALLATION_MAX))
    throw new AppError('conflict', 'Too many announcements wait for loudspeakers already');
}
