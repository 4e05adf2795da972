import type pg from 'pg';
import { boolArray, instantArray, textArray } from '../../db/binary-arrays.ts';
import type { IngestMessage } from '../../mqtt/ingest/ingest.ts';
import { isFresh } from './freshness.ts';

const fresh = isFresh({
  stored: `(s.players->b.channel->>'at')::timestamptz`,
  incoming: 'b.at',
  received: 'b.received_at',
  live: 'b.live',
});

/** Merges players into their devices, each channel guarded by its own time. */
const STORE = {
  name: 'store-players',
  text: `
with incoming as materialized (
  select s.device_id, d.serial, s.silent, bool_or(b.live) as live, max(b.received_at) as received_at,
    coalesce(jsonb_object_agg(b.channel, b.player::jsonb) filter (where ${fresh}), '{}') as players,
    round(extract(epoch from max(b.at - b.received_at) filter (where b.live)) * 1000)::bigint as skew_ms
  from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::bool[])
    as b (serial, channel, player, at, received_at, live)
  join devices d on d.serial = b.serial
  join device_state s on s.device_id = d.device_id
  group by s.device_id, d.serial, s.silent
), kept as (
  update device_state s set
    players = s.players || b.players,
    silent = s.silent and not b.live,
    last_seen = case when b.live then greatest(s.last_seen, b.received_at) else s.last_seen end,
    clock_skew_ms = coalesce(b.skew_ms, s.clock_skew_ms)
  from incoming b where s.device_id = b.device_id
)
select serial from incoming where silent and live`,
};

/** Stores one message per player. @returns the serials that had counted as silent. */
export async function storePlayers(pool: pg.Pool, messages: readonly IngestMessage<'player'>[]): Promise<string[]> {
  const values = [
    textArray(messages.map(({ topic }) => topic.serial)),
    textArray(messages.map(({ topic }) => topic.channel)),
    textArray(messages.map(({ body }) => JSON.stringify(body))),
    instantArray(messages.map(({ body }) => Date.parse(body.at))),
    instantArray(messages.map(({ receivedAt }) => receivedAt)),
    boolArray(messages.map(({ live }) => live)),
  ];
  const { rows } = await pool.query<{ serial: string }>({ ...STORE, values });
  return rows.map(({ serial }) => serial);
}
