import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { startBelfry } from '../lib/belfry.ts';
import { node, runLoad, start } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { pathOf } from '../../support/http-client.ts';

const DEVICES = 10_000;
const PAGES = 20;
const REQUESTS = 5_000;
const CALLERS = 32;
const SQL_JSON = 'Express + JSON built in SQL';

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  await belfry.provision(DEVICES);
  await belfry.pool.query(FILL_STATE);
  await belfry.pool.query('analyze');
  const floor = (mode: string): ReturnType<typeof start> =>
    start(node('tests/bench/floors/page.ts', JSON.stringify({ mode, databaseUrl: belfry.databaseUrl })), { core: 1 });
  const running = [floor('plain'), floor('sql-json')];
  const [plain = 0, sqlJson = 0] = await Promise.all(
    running.map(
      async (process) => (JSON.parse(await process.line((line) => line.startsWith('{'))) as { port: number }).port,
    ),
  );
  const round = async (port: number, path: string): Promise<number> => {
    const paths = Array.from({ length: PAGES }, (_, index) => `${path}page=${index + 1}`);
    const input = { port, paths, key: belfry.key, callers: CALLERS, requests: REQUESTS };
    return (await runLoad<{ rate: number }>('tests/bench/load/request.ts', { core: 0, input })).rate;
  };
  return {
    title: `a page of 48 devices out of ${DEVICES} with their live state`,
    unit: 'pages/s',
    ours: 'Belfry',
    contenders: [
      { name: 'Belfry', round: () => round(belfry.httpPort, `${pathOf(devicesHttp.list, { page_size: 48 })}&`) },
      { name: SQL_JSON, round: () => round(sqlJson, '/devices?') },
      { name: 'Express + Kysely, plain', round: () => round(plain, '/devices?') },
    ],
    targets: [{ against: SQL_JSON, atLeast: 0.6 }],
    notes: [`${CALLERS} callers, the first ${PAGES} pages; ours with sign-in and the total.`],
    rounds: 7,
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()));
      await belfry.stop();
    },
  };
}

const METRICS = `jsonb_build_object('hostname', 'bench', 'cpu_usage_percent', 12.5, 'cpu_temperature', 51.5,
  'memory_usage_percent', 40.25, 'disk_usage_percent', 63, 'uptime_seconds', 3600, 'uptime_human', '1h',
  'collected_at', now(), 'received_at', now(), 'measured_at', now(), 'seq', 7)`;
const PLAYER = `jsonb_build_object('state', 'playing', 'volume', 80, 'current_track', 'Morning', 'position', 12.5,
  'duration', 200, 'percentage', 6.25, 'playlist_length', 12, 'at', now())`;
const FILL_STATE = `update device_state set reported_status = 'online', device_version = '1.0', hostname = 'bench',
  ip = '127.0.0.1', last_seen = now(), metrics = ${METRICS},
  players = jsonb_build_object('voice', ${PLAYER}, 'music', ${PLAYER}, 'radio', ${PLAYER})`;

export const page: Row = { name: 'page', prepare };
