import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestHandler, IngestMessage } from '../../mqtt/ingest/ingest.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { publishDesired } from './device-config.routes.ts';
import {
  DEFAULT_DEVICE_SETTINGS,
  type DesiredConfig,
  type DeviceSettings,
  type ReportedConfig,
} from '@belfry/schemas/domain/configuration';
import type pg from 'pg';
import { unnest } from '../../db/unnest.ts';
import { UNSAVED_VERSION } from './device-config.repository.ts';

const BATCH_ITEMS = 1_000;
const LINGER_MS = 20;

type Item = IngestMessage<'configReported'>;

/**
 * Stores reported configurations. A device that reports another version than the saved one, or comes online with another
 * one, is sent the saved configuration again, since a broker that holds retained messages in memory loses them when it
 * restarts. Only once per connection and version: a device that rejects a configuration would receive it in a loop.
 */
export function createReportedIngest(context: IngestContext): IngestHandler<'configReported'> {
  const { pool, broker, news, log } = context;
  const sent = new Map<Serial, number>();

  async function sendUnapplied(serials: readonly Serial[]): Promise<void> {
    for (const { serial, desired } of await findUnapplied(pool, serials)) {
      if (sent.get(serial) === desired.version) continue;
      sent.set(serial, desired.version);
      publishDesired(broker, serial, desired).catch(() => sent.delete(serial));
    }
  }

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<Serial, Item>();
    for (const item of items) newest.set(item.topic.serial, item);
    const reports = [...newest].map(([serial, { body, receivedAt }]) => ({ serial, config: body, receivedAt }));
    await storeReported(pool, reports);
    const live = [...newest].filter(([, item]) => item.live).map(([serial]) => serial);
    if (live.length > 0) await sendUnapplied(live);
  }

  const batcher = context.createBatcher<Item>({
    name: 'configReported',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    ackTokenOf: ({ ackToken }) => ackToken,
    describe: ({ topic }) => ({ serial: topic.serial }),
  });
  news.on('moved', (matches) => {
    for (const serial of sent.keys()) if (matches(serial)) sent.delete(serial);
  });
  news.on('online', (serials) => {
    for (const serial of serials) sent.delete(serial);
    sendUnapplied(serials).catch((error: unknown) => log.debug({ err: error }, 'configurations were not sent'));
  });
  return { accept: (message) => batcher.add(message) };
}

const REPORTS = unnest('b', { serial: 'text', config: 'text', version: 'int4', received_at: 'timestamptz' });

/**
 * The desired settings with the volumes of a report of their version. Such a device has applied them, so that another
 * volume was set at the device since; it becomes the desired one, or the next save would undo it; see CONF-13.
 */
const withVolumes = (desired: string, isSameVersion: string, report: string): string => `case when ${isSameVersion}
  then ${desired} || jsonb_strip_nulls(jsonb_build_object('system_volume', ${report} -> 'system_volume',
    'music_volume', ${report} -> 'music_volume', 'radio_volume', ${report} -> 'radio_volume'))
  else ${desired} end`;
const FIRST_DESIRED = withVolumes('$5::jsonb', `b.version = ${UNSAVED_VERSION}`, 'b.config::jsonb');
const NEXT_DESIRED = withVolumes(
  'device_configs.desired',
  'device_configs.version = excluded.reported_version',
  'excluded.reported',
);

/** Stores the reported configurations. A device without a row gets one with UNSAVED_VERSION. */
async function storeReported(
  pool: pg.Pool,
  reports: readonly { serial: string; config: ReportedConfig; receivedAt: number }[],
): Promise<void> {
  await pool.query({
    name: 'store-reported-configs',
    text: `
      insert into device_configs (device_id, version, desired, reported, reported_version, reported_at)
      select d.device_id, ${UNSAVED_VERSION}, ${FIRST_DESIRED}, b.config::jsonb, b.version, b.received_at
      from ${REPORTS.sql}
      join devices d on d.serial = b.serial
      on conflict (device_id) do update set desired = ${NEXT_DESIRED}, reported = excluded.reported, reported_version = excluded.reported_version,
        reported_at = excluded.reported_at`,
    values: [
      ...REPORTS.values(
        reports.map(({ serial, config, receivedAt }) => ({
          serial,
          config: JSON.stringify(config),
          version: config.version,
          received_at: receivedAt,
        })),
      ),
      JSON.stringify(DEFAULT_DEVICE_SETTINGS),
    ],
  });
}

async function findUnapplied(
  pool: pg.Pool,
  serials: readonly string[],
): Promise<{ serial: string; desired: DesiredConfig }[]> {
  const { rows } = await pool.query<{ serial: string; version: number; desired: DeviceSettings }>({
    name: 'find-unapplied-configs',
    text: `select d.serial, c.version, c.desired
      from devices d join device_configs c on c.device_id = d.device_id
      where d.serial = any($1::text[]) and c.version > ${UNSAVED_VERSION} and c.version is distinct from c.reported_version`,
    values: [serials],
  });
  return rows.map(({ serial, version, desired }) => ({ serial, desired: { version, ...desired } }));
}
