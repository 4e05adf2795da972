import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { ALL_OWNERS, ownOf, type VisibleOwners } from '@belfry/api/policies/owners';
import { findEffectiveSettings, findPlaces, resolveTargets } from '@belfry/api/features/places/index';
import { targetsSchema, type TargetsInput } from '@belfry/schemas/domain/targets';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import {
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';

let api: TestApi;
let owner: TestUser;
let main: NodePosition;
let north: NodePosition;
let hall: NodePosition;
const devices: Record<'hall' | 'yard' | 'south' | 'loose', TestDevice> = {} as never;
let group: { id: number };
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
  main = await createCompany(api, { user_id: owner.id, name: 'School', time_zone: 'Europe/Riga' });
  const company = async (name: string) =>
    createCompany(api, {
      below: await createCompany(api, { below: main, name }),
      name: `${name} house`,
      type: 'Company',
    });
  north = await company('North');
  const south = await company('South');
  hall = await createCompany(api, { below: north, name: 'Hall', volume_max: 40 });
  const bound = (node: NodePosition) => createDevice(api, { user_id: owner.id, company_id: node.company_id });
  devices.hall = await bound(hall);
  devices.yard = await bound(await createCompany(api, { below: north, name: 'Yard' }));
  const canteen = await createCompany(api, { below: south, name: 'Canteen' });
  devices.south = await bound(canteen);
  devices.loose = await createDevice(api, { user_id: owner.id });
  group = await createGroup(api, { user_id: owner.id, devices: [hall, canteen] });
});

const resolve = (targets: TargetsInput, owners: VisibleOwners = ownOf(owner.id)) =>
  resolveTargets(api.db, owners, targetsSchema.parse(targets));
const names = async (targets: TargetsInput) => (await resolve(targets)).map(({ name }) => name);

describe('targets', () => {
  it('are the devices below nodes, of groups and by serial, each once, by name', async () => {
    const targets = {
      nodes: [north.company_id],
      groups: [group.id],
      devices: [devices.hall.serial, devices.loose.serial],
    };
    expect(await names(targets)).toEqual([devices.loose.serial, 'Canteen', 'Hall', 'Yard']);
  });

  it('leave out what the exceptions name, in the same three ways', async () => {
    const nodes = [main.company_id];
    expect(await names({ nodes, except: { nodes: [north.company_id] } })).toEqual(['Canteen']);
    expect(await names({ nodes, except: { groups: [group.id] } })).toEqual(['Yard']);
    expect(await names({ nodes, except: { devices: [devices.yard.serial] } })).toEqual(['Canteen', 'Hall']);
  });

  it('have the settings, the path and the status of the place', async () => {
    const [place] = await resolve({ nodes: [hall.company_id] });
    expect(place).toEqual({
      device_id: devices.hall.device_id,
      serial: devices.hall.serial,
      user_id: owner.id,
      company_id: hall.company_id,
      name: 'Hall',
      path: 'School / North / North house',
      time_zone: 'Europe/Riga',
      language: 'ru',
      voice: 'ru-RU-Standard-A',
      clock_required: false,
      volume_max: 40,
      quiet_hours: [],
      trim_db: 0,
      sound_test: { enabled: false, from: '02:00', to: '04:00', level: 60 },
      lead_in: NO_LEAD_IN,
      takes_gain: false,
      mixes_music: false,
      listens: false,
      leads_in: false,
      status: 'offline',
      reports_clock: false,
    });
    const [loose] = await findPlaces(api.db, { serials: [devices.loose.serial] });
    expect(loose).toMatchObject({ name: devices.loose.serial, path: '', company_id: null, time_zone: '+03:00' });
  });

  it('of somebody else are not found, also as exceptions, except for administrators', async () => {
    const stranger = await createUser(api);
    const foreign: TargetsInput[] = [
      { nodes: [hall.company_id] },
      { groups: [group.id] },
      { devices: [devices.hall.serial] },
    ];
    for (const targets of foreign) {
      await expect(resolve(targets, ownOf(stranger.id))).rejects.toMatchObject({ code: 'not_found' });
      expect(await resolve(targets, ALL_OWNERS)).not.toEqual([]);
    }
    const own = await createCompany(api, { user_id: stranger.id });
    const except = { nodes: [hall.company_id] };
    await expect(resolve({ nodes: [own.company_id], except }, ownOf(stranger.id))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('that were deleted since are left out of stored targets', async () => {
    const targets = targetsSchema.parse({ nodes: [hall.company_id, 2_000_000_000], devices: ['9999-9999-9999-9999'] });
    await expect(resolveTargets(api.db, ownOf(owner.id), targets)).rejects.toMatchObject({ code: 'not_found' });
    expect(await resolveTargets(api.db, ownOf(owner.id), targets, { missing: 'ignore' })).toHaveLength(1);
  });
});

/** How often Postgres reads a node for this. */
const nodesRead = (act: (trx: TestApi['db']) => Promise<unknown>): Promise<number> =>
  api.db.transaction().execute(async (trx) => {
    // Postgres counts what parallel workers read only later.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
    const counted = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
        where relname = 'companies'`.execute(trx);
      return rows[0]?.n ?? 0;
    };
    const before = await counted();
    await act(trx);
    return (await counted()) - before;
  });

it(
  'resolves 10,000 devices by reading each node a few times at most, and few of them without reading the whole tree',
  { tags: ['full'] },
  async () => {
    const user = await createUser(api);
    const chain = await createCompany(api, { user_id: user.id, name: 'Large', quiet_hours: '[]', volume_max: 90 });
    const add = (type: string, parents: string, count: number) =>
      sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name)
      select company_id, tree_id, level + 1, user_id, ${type}, ${type} || ' ' || n
      from companies, generate_series(1, ${count}::int) n
      where tree_id = ${chain.company_id} and type = ${parents}`.execute(api.db);
    await add('Element', 'Main', 10);
    await add('Company', 'Element', 20);
    await add('Device', 'Company', 50);
    await sql`
    with made as (
      insert into devices (serial, user_id, company_id)
      select format('7%s-%s-%s-0000', to_char(n / 1000, 'FM000'), to_char(n % 1000, 'FM0000'), '0001'), ${user.id}, company_id
      from (select company_id, row_number() over () as n from companies
            where tree_id = ${chain.company_id} and type = 'Device') nodes
      returning device_id)
    insert into device_state (device_id) select device_id from made`.execute(api.db);
    await sql`analyze companies, devices, device_state`.execute(api.db);

    const nodes = [chain.company_id];
    const devices = ['7001-0001-0001-0000', '7002-0002-0001-0000'];
    const fastest = async (targets: TargetsInput): Promise<{ count: number; ms: number }> => {
      const runs = [];
      for (let n = 0; n < 4; n += 1) {
        const start = performance.now();
        const { length } = await resolve(targets, ownOf(user.id));
        runs.push({ count: length, ms: performance.now() - start });
      }
      return runs.sort((one, other) => one.ms - other.ms)[0] ?? { count: 0, ms: Infinity };
    };
    const [all, few] = [await fastest({ nodes }), await fastest({ devices })];
    expect({ all: all.count, few: few.count }).toEqual({ all: 10_000, few: 2 });
    expect(few.ms).toBeLessThan(all.ms / 3);
    const read = await nodesRead((trx) => resolveTargets(trx, ownOf(user.id), targetsSchema.parse({ nodes })));
    expect(read).toBeLessThan(60_000);
    const settings = await findEffectiveSettings(api.db, [chain.company_id]);
    expect(settings.get(chain.company_id)?.volume_max).toEqual({ value: 90, source_company_id: chain.company_id });
  },
);
