import { createUser, type TestUser } from '../support/factories.ts';
import { createDb } from '@belfry/api/db/client';
import { insertTree } from '../bench/lib/trees.ts';
import { provisionDevices } from '../support/calls/enrolment.ts';
import type { LaunchedProduct } from '../support/processes/launched-product.ts';

/** What one person can have: a full tree, and a library and schedules at their limits. */
const TREE = { elements: 1_000, companies: 8_999, devices: 10_000, bound: 10_000 };
const SCHEDULES = 499;
const METRIC_DAYS = 31;

export type Organisation = {
  root: { key: string };
  owner: TestUser;
  /** A person of whom nothing else depends, for calls that end keys or change passwords. */
  spare: TestUser;
  main: number;
  /** The first companies of the tree, and its first device nodes. */
  companies: number[];
  nodes: number[];
  serials: string[];
  deviceId: number;
  message: number;
  station: number;
  playlist: number;
  group: number;
  emptyGroup: number;
  schedule: number;
};

type Post = <T>(path: string, body: unknown, key: string) => Promise<T>;

/** Makes the largest organisation that a person may have, through the api where that is quick enough. */
export async function createOrganisation(product: LaunchedProduct): Promise<Organisation> {
  const { pool, internalUrl, secret } = product;
  const db = createDb(pool);
  const post: Post = (path, body, key) => product.post(`/api${path}`, body, key);
  const root = { key: await product.rootKey() };
  const [owner, spare] = [await createUser({ db }), await createUser({ db })];
  await provisionDevices(internalUrl, secret, TREE.bound);
  const main = await insertTree(pool, owner.id, TREE);
  const [companies, nodes] = [
    await idsOf(product, main, 'Company', 1_000),
    await idsOf(product, main, 'Device', 5_000),
  ];
  const { rows } = await pool.query<{ serial: string; device_id: number }>(
    'select serial, device_id from devices where company_id is not null order by device_id limit 10000',
  );
  const serials = rows.map(({ serial }) => serial);
  const deviceId = rows[0]?.device_id ?? 0;
  await storeMetrics(product, deviceId);
  const variants = [{ language: 'en', text: 'The lesson begins. '.repeat(260) }];
  const { id: message } = await post<{ id: number }>(
    '/messages',
    { name: 'Bell', variants, emergency: true },
    owner.key,
  );
  const station = (await post<{ id: number }>('/stations', { name: 'News', url: 'http://127.0.0.1:9/live' }, owner.key))
    .id;
  const playlist = (await post<{ id: number }>('/playlists', { name: 'Songs', audio_ids: [] }, owner.key)).id;
  const group = (await post<{ id: number }>('/group/new', { name: 'All', devices: nodes }, owner.key)).id;
  const emptyGroup = (await post<{ id: number }>('/group/new', { name: 'Empty' }, owner.key)).id;
  const { id: schedule } = await createSchedules(post, owner.key, main, message);
  await pool.query('vacuum analyze');
  return {
    root,
    owner,
    spare,
    main,
    companies,
    nodes,
    serials,
    deviceId,
    message,
    station,
    playlist,
    group,
    emptyGroup,
    schedule,
  };
}

async function idsOf({ pool }: LaunchedProduct, main: number, type: string, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    'select company_id from companies where main_company_id = $1 and type = $2 order by company_id limit $3',
    [main, type, count],
  );
  return rows.map(({ company_id }) => company_id);
}

/** A bell each for as many minutes of the day, in all places. */
async function createSchedules(post: Post, key: string, main: number, message: number): Promise<{ id: number }> {
  let created = { id: 0 };
  for (let n = 0; n < SCHEDULES; n += 1) {
    const time = [8 + Math.floor(n / 60), n % 60].map((part) => String(part).padStart(2, '0')).join(':');
    const body = {
      name: `Bell ${n}`,
      action: n % 2 === 0 ? { type: 'message', message_id: message } : { type: 'silence' },
      starts_at: `2026-01-05T${time}`,
      ...(n % 2 === 1 && { duration_minutes: 10_080 }),
      rrule: 'FREQ=DAILY',
      targets: { nodes: [main] },
    };
    created = await post<{ id: number }>('/schedules', body, key);
  }
  return created;
}

/** A record every 30 seconds of one device. */
const storeMetrics = ({ pool }: LaunchedProduct, deviceId: number): Promise<unknown> =>
  pool.query(
    `insert into metrics (device_id, collected_at, seq, received_at, measured_at, hostname, cpu_usage_percent,
      cpu_temperature, memory_usage_percent, disk_usage_percent, uptime_seconds)
    select $1, at, extract(epoch from at)::int8, at, at, 'host', 50, 50, 50, 50, 3600
    from generate_series(date_trunc('day', now()) - $2::int * interval '1 day', date_trunc('day', now()), interval '30 s') as at`,
    [deviceId, METRIC_DAYS],
  );
