import { homeHttp } from '@belfry/schemas/http/places/home';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { pathOf } from '../../support/http-client.ts';
import { startBelfry } from '../lib/belfry.ts';
import { runLoad } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { insertTree } from '../lib/trees.ts';

const SIZE = { elements: 100, companies: 4_900, devices: 20_000, bound: 20_000 };
const REQUESTS = 100;
const LETTER = 'Where, one letter';
const PATH = 'Where, parts of a path';
const HOME = 'Home';
const REGIONS = 'Home, its regions';

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  await belfry.provision(SIZE.bound);
  await insertTree(belfry.pool, belfry.userId, SIZE);
  await belfry.pool.query(`update device_state set reported_status = 'online', last_seen = now()`);
  await belfry.pool.query('vacuum analyze');
  const round = async (input: { paths: string[]; bodies?: unknown[] }): Promise<number> => {
    const load = { ...input, port: belfry.httpPort, key: belfry.key, callers: 1, requests: REQUESTS };
    return (await runLoad<{ p50: number }>('tests/bench/load/request.ts', { core: 0, input: load })).p50;
  };
  const where = (texts: string[]) => () =>
    round({ paths: [pathOf(whereHttp.find)], bodies: texts.map((text) => ({ text })) });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  return {
    title: `${SIZE.elements + SIZE.companies} places and ${SIZE.devices} loudspeakers: median of an answer`,
    unit: 'ms',
    ours: LETTER,
    contenders: [
      { name: LETTER, round: where(['c', 'd', 'e', '1']) },
      { name: PATH, round: where(['ele 7 com', 'main 12 dev', 'com 19 dev']) },
      { name: HOME, round: () => round({ paths: [pathOf(homeHttp.head)] }) },
      { name: REGIONS, round: () => round({ paths: [pathOf(homeHttp.regions, { since })] }) },
    ],
    targets: [
      { atMost: 100, unit: 'ms' },
      { of: HOME, atMost: 300, unit: 'ms' },
      { of: REGIONS, atMost: 300, unit: 'ms' },
    ],
    notes: ['One caller, who owns everything; all loudspeakers are online.'],
    rounds: 3,
    stop: () => belfry.stop(),
  };
}

/** What a person with thousands of places types and opens. */
export const places: Row = { name: 'places', prepare };
