import { GAIN_ABILITY, LEAD_IN_ABILITY, LISTEN_ABILITY, MUSIC_ABILITY } from '@belfry/schemas/mqtt/messages';
import type { Serial } from '@belfry/schemas/domain/serial';
import { PAGE_ABILITY } from '@belfry/schemas/mqtt/page-frames';
import type { IngestHandler, IngestMessage } from '../../mqtt/ingest/ingest.ts';
import type { AckToken } from '../../mqtt/subscriber/inbound-message.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import type pg from 'pg';
import { unnest } from '../../db/unnest.ts';
import { mayReplace } from './clock.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 5;

declare module '../../mqtt/ingest/ingest-news.ts' {
  interface IngestEvents {
    statuses_changed: null;
    online: readonly Serial[];
  }
}

type Item = IngestMessage<'status'>;

/**
 * Stores the status messages of devices and their last wills. Of one device, a batch writes only the last message, since
 * MQTT keeps the order within a topic.
 */
export function createStatusIngest(context: IngestContext): IngestHandler<'status'> {
  const { pool, deviceStateQueue, news } = context;

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<Serial, Item>();
    for (const item of items) if (item.body.by !== 'api') newest.set(item.topic.serial, item);
    if (newest.size === 0) return;
    const statuses = [...newest.values()];
    const { changed } = await deviceStateQueue(() => storeStatuses(pool, statuses));
    if (changed > 0) news.tell('statuses_changed', null);
    const online = statuses.filter(({ live, body }) => live && body.status === 'online');
    if (online.length > 0)
      news.tell(
        'online',
        online.map(({ topic }) => topic.serial),
      );
  }

  const batcher = context.createBatcher<Item>({
    name: 'status',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    ackTokenOf: (item): AckToken => item.ackToken,
    describe: ({ topic }) => ({ serial: topic.serial }),
  });
  return { accept: (message) => batcher.add(message) };
}

const newer = mayReplace({ stored: 's.status_at', incoming: 'b.at', received: 'b.received_at', live: 'b.live' });

const ROWS = unnest('b', {
  serial: 'text',
  status: 'text',
  device_version: 'text',
  hostname: 'text',
  ip: 'text',
  connection: 'text',
  takes_pages: 'bool',
  takes_gain: 'bool',
  mixes_music: 'bool',
  listens: 'bool',
  leads_in: 'bool',
  problem: 'text',
  at: 'timestamptz',
  received_at: 'timestamptz',
  live: 'bool',
});

/**
 * A status is applied (`applies`) unless it is older than the stored one. Two kinds are applied whatever their time:
 * - offline, since a last will has the time at which the device connected;
 * - a live message after offline, since it begins a new session, whose clock a power cut may have set back.
 * Only a live message that is not a last will (`alive`) updates `last_seen`, the clock skew and the device's own data.
 */
const STORE = {
  name: 'store-statuses',
  text: `
with incoming as materialized (
  select b.*, b.status <> 'offline' and b.live as alive, s.device_id, s.status as before,
    b.status = 'offline' or (b.live and s.reported_status = 'offline') or ${newer} as applies
  from ${ROWS.sql}
  join devices d on d.serial = b.serial
  join device_state s on s.device_id = d.device_id
), kept as (
  update device_state s set
    reported_status = case when b.applies then b.status else s.reported_status end,
    status_at = case when not b.applies then s.status_at when b.status = 'offline' then greatest(s.status_at, b.at) else b.at end,
    device_version = case when b.applies and b.alive then b.device_version else s.device_version end,
    hostname = case when b.applies and b.alive then b.hostname else s.hostname end,
    ip = case when b.applies and b.alive then b.ip else s.ip end,
    connection = case when b.applies and b.alive then b.connection else s.connection end,
    takes_pages = case when b.applies and b.alive then b.takes_pages else s.takes_pages end,
    takes_gain = case when b.applies and b.alive then b.takes_gain else s.takes_gain end,
    mixes_music = case when b.applies and b.alive then b.mixes_music else s.mixes_music end,
    listens = case when b.applies and b.alive then b.listens else s.listens end,
    leads_in = case when b.applies and b.alive then b.leads_in else s.leads_in end,
    problem = case when b.applies then b.problem else s.problem end,
    silent = case when b.live then false else s.silent end,
    last_seen = case when b.alive then greatest(s.last_seen, b.received_at) else s.last_seen end,
    clock_skew_ms = case when b.alive then round(extract(epoch from b.at - b.received_at) * 1000)::bigint else s.clock_skew_ms end
  from incoming b where s.device_id = b.device_id
  returning s.status is distinct from b.before as changed
)
select count(*) filter (where changed)::int as changed from kept`,
};

/** Stores one status per device; see STORE for the rules. @returns of how many devices the shown status has changed. */
async function storeStatuses(
  pool: pg.Pool,
  messages: readonly IngestMessage<'status'>[],
): Promise<{ changed: number }> {
  const values = ROWS.values(
    messages.map(({ topic, body, receivedAt, live }) => ({
      serial: topic.serial,
      status: body.status,
      device_version: body.device_version,
      hostname: body.hostname,
      ip: body.ip,
      connection: body.connection ?? null,
      takes_pages: body.abilities?.includes(PAGE_ABILITY) ?? false,
      takes_gain: body.abilities?.includes(GAIN_ABILITY) ?? false,
      mixes_music: body.abilities?.includes(MUSIC_ABILITY) ?? false,
      listens: body.abilities?.includes(LISTEN_ABILITY) ?? false,
      leads_in: body.abilities?.includes(LEAD_IN_ABILITY) ?? false,
      problem: body.problem ?? null,
      at: Date.parse(body.at),
      received_at: receivedAt,
      live,
    })),
  );
  const { rows } = await pool.query<{ changed: number }>({ ...STORE, values });
  return { changed: rows[0]?.changed ?? 0 };
}
