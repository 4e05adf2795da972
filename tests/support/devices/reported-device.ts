import { sql } from 'kysely';
import type { TestApi } from '../api.ts';
import { createDevice } from '../factories.ts';

export type ReportedState = { device_version?: string; hostname?: string; seenHoursAgo?: number };

/** Creates a device whose stored state is this one. @returns its serial */
export async function createReportedDevice(
  api: Pick<TestApi, 'db'>,
  state: ReportedState,
  overrides: Parameters<typeof createDevice>[1] = {},
): Promise<string> {
  const { device_id, serial } = await createDevice(api, overrides);
  const { device_version = null, hostname = null, seenHoursAgo } = state;
  const last_seen = seenHoursAgo === undefined ? null : sql<Date>`now() - make_interval(mins => ${seenHoursAgo * 60})`;
  await api.db
    .updateTable('device_state')
    .set({ device_version, hostname, last_seen })
    .where('device_id', '=', device_id)
    .execute();
  return serial;
}
