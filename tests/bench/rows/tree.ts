import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { startBelfry } from '../lib/belfry.ts';
import { node, runLoad, start } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { insertTree } from '../lib/trees.ts';
import { pathOf } from '../../support/http-client.ts';

const SIZE = { elements: 99, companies: 900, devices: 9_000 };
const NODES = 1 + SIZE.elements + SIZE.companies + SIZE.devices;
/** The number of device nodes with a device. */
const BOUND = 2_000;
const REQUESTS = 100;
const CALLERS = 4;
const SQL_JSON = 'Express + JSON of a plain select';

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  await belfry.provision(BOUND);
  const tree = await insertTree(belfry.pool, belfry.userId, { ...SIZE, bound: BOUND });
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
      { name: 'Belfry', round: () => round(belfry.httpPort, pathOf(companiesHttp.tree)) },
      { name: SQL_JSON, round: () => round(sqlJson, '/tree') },
      { name: 'Express + pg, plain', round: () => round(plain, '/tree') },
    ],
    targets: [{ against: SQL_JSON, atLeast: 0.9 }],
    notes: [`${CALLERS} callers; ours with sign-in, owner, ${BOUND} devices with their status, and siblings by name.`],
    rounds: 7,
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()));
      await belfry.stop();
    },
  };
}

export const tree: Row = { name: 'tree', prepare };
