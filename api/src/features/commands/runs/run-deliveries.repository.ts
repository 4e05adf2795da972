import type { RunDeliveryState } from '@belfry/schemas/http/commands/runs';
import type { runDeliveriesQuerySchema } from '@belfry/schemas/http/commands/run-lists';
import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { deviceNameSql } from '../../devices/index.ts';
import { DELIVERIES, FAILURES, STATE } from './run-state.sql.ts';

export type RunDeliveryRow = {
  serial: string;
  name: string | null;
  wave: number;
  state: RunDeliveryState;
  reason: string | null;
  error_type: string | null;
  sent_at: Date | null;
  settled_at: Date | null;
};

type Query = z.output<typeof runDeliveriesQuerySchema>;
/** `ownerId`: only devices that this user has now; null: all. */
type Viewer = { ownerId: number | null; hidesRoots: boolean };

/** One page of the devices of a run, in the order of sending, and how many match. */
export async function listRunDeliveries(
  db: Kysely<Database>,
  runId: string,
  { ownerId, hidesRoots }: Viewer,
  { page, page_size, state }: Query,
): Promise<{ rows: RunDeliveryRow[]; total: number }> {
  const inState =
    state === undefined ? sql`true` : state === 'failures' ? sql`x.state in ${FAILURES}` : sql`${STATE} = ${state}`;
  const matching = sql`where r.run_id = ${runId}::uuid and (${ownerId}::int is null or d.user_id = ${ownerId}) and ${inState}`;
  const [{ rows }, counted] = await Promise.all([
    sql<RunDeliveryRow>`
      select d.serial, ${sql.raw(deviceNameSql('node'))} as name, r.wave, ${STATE} as state, x.error as reason, x.error_type,
        x.sent_at, x.settled_at
      ${DELIVERIES}
      join device_state s on s.device_id = r.device_id
      left join companies node on node.company_id = d.company_id and not (
        ${hidesRoots} and exists (select from users o where o.id = node.user_id and o.role = 'root'))
      ${matching} order by r.wave, d.serial limit ${page_size} offset ${(page - 1) * page_size}`.execute(db),
    sql<{ n: number }>`select count(*) as n ${DELIVERIES} ${matching}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}
