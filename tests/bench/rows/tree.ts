import type pg from 'pg';
import { startBelfry } from '../lib/belfry.ts';
import { node, runLoad, start } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';

const ELEMENTS = 99;
const COMPANIES = 900;
const DEVICES = 9_000;
const NODES = 1 + ELEMENTS + COMPANIES + DEVICES;
/** The number of device nodes with a device. */
const BOUND = 2_000;
const REQUESTS = 100;
const CALLERS = 4;
const SQL_JSON = 'Express + JSON of a plain select';

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  await belfry.provision(BOUND);
  const tree = await insertTree(belfry.pool, belfry.userId);
  const floor = (mode: string): ReturnType<typeof start> =>
    start(node('tests/bench/floors/tree.ts', JSON.stringify({ mode, databaseUrl: belfry.databaseUrl, tree })), {
      core: 1,
    });
  const running = [floor('plain'), floor('sql-json')];
  const [plain = 0, sqlJson = 0] = await Promise.all(
    running.map(
      async (process) => (JSON.parse(await process.line((line) => line.startsWith('{'))) as { port: number }).port,
    ),
  );
  const round = async (port: number, path: string): Promise<number> => {
    const body = { company_id: tree };
    const input = { port, paths: [path], key: belfry.key, callers: CALLERS, requests: REQUESTS, body };
    return (await runLoad<{ rate: number }>('tests/bench/load/request.ts', { core: 0, input })).rate;
  };
  return {
    title: `the whole tree of a company with ${NODES} nodes`,
    unit: 'trees/s',
    ours: 'Belfry',
    contenders: [
      { name: 'Belfry', round: () => round(belfry.httpPort, '/api/company/tree') },
      { name: SQL_JSON, round: () => round(sqlJson, '/tree') },
      { name: 'Express + pg, plain', round: () => round(plain, '/tree') },
    ],
    targets: [{ against: SQL_JSON, atLeast: 0.4 }],
    notes: [`${CALLERS} callers; ours with sign-in, owner, ${BOUND} devices with their status, and siblings by name.`],
    rounds: 7,
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()));
      await belfry.stop();
    },
  };
}

/** Inserts a main company with elements, companies and devices below each other. @returns the id of the main company */
async function insertTree(pool: pg.Pool, userId: number): Promise<number> {
  const [main = 0] = await insert(pool, `select null::int, null::int, 0, ${userId}, 'Main', 'Bench'`);
  const below = (parents: readonly number[], count: number, level: number, type: string): Promise<number[]> =>
    insert(
      pool,
      `select ($1::int[])[1 + n % ${parents.length}], ${main}, ${level}, ${userId}, '${type}', '${type} ' || n
       from generate_series(1, ${count}) n`,
      [parents],
    );
  const elements = await below([main], ELEMENTS, 1, 'Element');
  const companies = await below(elements, COMPANIES, 2, 'Company');
  const devices = await below(companies, DEVICES, 3, 'Device');
  await pool.query(
    `update devices d set company_id = b.company_id, user_id = ${userId}
     from (select device_id, ($1::int[])[row_number() over ()] as company_id from devices limit ${BOUND}) b
     where b.device_id = d.device_id`,
    [devices],
  );
  await pool.query('vacuum analyze companies, devices');
  return main;
}

async function insert(pool: pg.Pool, nodes: string, values: unknown[] = []): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    `insert into companies (parent_company_id, main_company_id, level, user_id, type, name, city, time_zone_utc,
       default_language, default_voice)
     select n.*, 'Riga', 180, 'ru', 'ru-RU-Standard-A' from (${nodes}) n returning company_id`,
    values,
  );
  return rows.map(({ company_id }) => company_id);
}

export const tree: Row = { name: 'tree', prepare };
