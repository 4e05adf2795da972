import { sql } from 'kysely';
import { ofDevices, type QueryKind } from './query-kind.ts';

/** A device that is online and has not reported to have the audio of each prepared emergency of its programme. */
export const emergencyNotReady: QueryKind = {
  everyS: 60,
  async find({ db }) {
    const { rows } = await sql<{ device_id: number; owner_id: number; company_id: number; since: null }>`
      select d.device_id, d.user_id as owner_id, d.company_id, null as since
      from programme_contents c
      join programmes p on p.user_id = c.user_id and p.content_hash = c.hash
      join devices d on d.device_id = p.device_id and d.company_id is not null and d.user_id = p.user_id
      join device_state s on s.device_id = d.device_id and s.status <> 'offline'
      where cardinality(c.emergency_ids) > 0 and (
        select count(*) from emergency_copies x
        where x.device_id = d.device_id and x.held and x.receipt_id = any(c.emergency_ids)) < cardinality(c.emergency_ids)`.execute(
      db,
    );
    return ofDevices(rows);
  },
};
