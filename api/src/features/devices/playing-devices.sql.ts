import { PLAY_STATES, PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { PLAYING_SHOWN_MAX, type PlayingDevices } from '@belfry/schemas/http/devices/playing';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import { nodesFor, type Viewer } from './device-json.sql.ts';

export async function readPlayingDevices(db: Kysely<Database>, viewer: Viewer): Promise<PlayingDevices> {
  const { rows } = await sql<PlayingDevices>`
    with playing as materialized (
      select s.device_id, p.channel, p.track
      from device_state s
      cross join lateral (
        select e.key as channel, e.value ->> 'current_track' as track
        from jsonb_each(s.players) e
        where lower(e.value ->> 'state') = any(${[...PLAY_STATES]}::text[])
        order by array_position(${[...PLAYER_CHANNELS]}::text[], e.key) limit 1
      ) p
      where s.status = 'online' and s.players <> '{}'
    ),
    shown as (select * from playing order by device_id limit ${sql.lit(PLAYING_SHOWN_MAX)})
    select (select count(*)::int from playing) as total,
      coalesce(json_agg(json_build_object('serial', d.serial, 'name', ${sql.raw(deviceNameSql('c'))},
        'channel', shown.channel, 'track', shown.track) order by shown.device_id), '[]') as devices
    from shown join devices d using (device_id) join device_state s using (device_id) ${nodesFor(viewer)}`.execute(db);
  return rows[0] ?? { total: 0, devices: [] };
}
