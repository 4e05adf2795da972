import type { IngestHandler, IngestMessage } from '../../mqtt/ingest/ingest.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import type { Presence } from './presence.ts';
import type pg from 'pg';
import { unnest } from '../../db/unnest.ts';
import { mayReplace } from './clock.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 20;

type Item = IngestMessage<'player'>;

/** Stores the state of each player of a device. Of one player, a batch writes only the newest message. */
export function createPlayersIngest(
  context: IngestContext,
  presence: Pick<Presence, 'republishStatuses'>,
): IngestHandler<'player'> {
  const { pool, deviceStateQueue } = context;

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<string, Item>();
    for (const item of items) newest.set(`${item.topic.serial}/${item.topic.channel}`, item);
    presence.republishStatuses(await deviceStateQueue(() => storePlayers(pool, [...newest.values()])));
  }

  const batcher = context.createBatcher<Item>({
    name: 'player',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    ackTokenOf: ({ ackToken }) => ackToken,
    describe: ({ topic }) => ({ serial: topic.serial, channel: topic.channel }),
  });
  return { accept: (message) => batcher.add(message) };
}

const newer = mayReplace({
  stored: `(s.players->b.channel->>'at')::timestamptz`,
  incoming: 'b.at',
  received: 'b.received_at',
  live: 'b.live',
});

const ROWS = unnest('b', {
  serial: 'text',
  channel: 'text',
  player: 'text',
  at: 'timestamptz',
  received_at: 'timestamptz',
  live: 'bool',
});

/** Merges players into the rows of their devices. Each channel has a time of its own, which decides whether it is replaced. */
const STORE = {
  name: 'store-players',
  text: `
with incoming as materialized (
  select s.device_id, d.serial, s.silent, bool_or(b.live) as live, max(b.received_at) as received_at,
    coalesce(jsonb_object_agg(b.channel, b.player::jsonb) filter (where ${newer}), '{}') as players,
    round(extract(epoch from max(b.at - b.received_at) filter (where b.live)) * 1000)::bigint as skew_ms
  from ${ROWS.sql}
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

async function storePlayers(pool: pg.Pool, messages: readonly IngestMessage<'player'>[]): Promise<string[]> {
  const values = ROWS.values(
    messages.map(({ topic, body, receivedAt, live }) => ({
      serial: topic.serial,
      channel: topic.channel,
      player: JSON.stringify(body),
      at: Date.parse(body.at),
      received_at: receivedAt,
      live,
    })),
  );
  const { rows } = await pool.query<{ serial: string }>({ ...STORE, values });
  return rows.map(({ serial }) => serial);
}
