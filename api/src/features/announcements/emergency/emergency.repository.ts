import { canReceiveCommands, DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import type { EmergencyState } from '@belfry/schemas/http/emergency';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

const REACHABLE = DEVICE_STATUSES.filter(canReceiveCommands);

/** The messages that this person has prepared for emergencies, by name. */
export async function findEmergencyMessages(db: Kysely<Database>, userId: number): Promise<EmergencyState['messages']> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'name', 'variants'])
    .where('user_id', '=', userId)
    .where('emergency', '=', true)
    .orderBy('name')
    .execute();
  return rows.map(({ id, name, variants }) => ({ id, name, languages: variants.map(({ language }) => language) }));
}

/** The devices of one person, or with null of all, and how many of them can be reached now. */
export async function countReachable(
  db: Kysely<Database>,
  ownerId: number | null,
): Promise<{ devices: number; reachable: number }> {
  const { rows } = await sql<{ devices: number; reachable: number }>`
    select count(*)::int as devices, (count(*) filter (where s.status = any(${REACHABLE})))::int as reachable
    from devices d join device_state s on s.device_id = d.device_id
    where ${ownerId}::int is null or d.user_id = ${ownerId}`.execute(db);
  return rows[0] ?? { devices: 0, reachable: 0 };
}
