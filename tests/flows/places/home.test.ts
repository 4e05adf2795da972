import { homeHttp } from '@belfry/schemas/http/places/home';
import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createBrightwater, planAndSay } from '../../support/brightwater.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { settled } from '../../support/programmes.ts';
import { createMember } from '../../support/teams.ts';

let api: TestApi;
let owner: TestUser;
let ids: Record<string, number> = {};
const id = (name: string): number => ids[name] ?? 0;

flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

beforeAll(async () => {
  owner = await createUser(api);
  ({ ids } = await createBrightwater(api, owner));
});

const head = (user: TestUser) => success(api.call(homeHttp.head, user));
const regions = (user: TestUser) =>
  success(api.call(homeHttp.regions, user, { since: new Date(Date.now() - 3_600_000).toISOString() }));

flow('counts the places that are all right, and names the one that is not', async () => {
  expect(await head(owner)).toEqual({
    places: 3,
    all_right: 2,
    loudspeakers: 6,
    online: 5,
    worst: { company_id: id('Bremen'), name: 'Bremen' },
    only: null,
  });
  expect(await regions(owner)).toMatchObject([
    { name: 'North', places: 2, all_right: 1, loudspeakers: 4, online: 3, expected: 0, heard: 0, sent: 0, next: null },
    { name: 'South', places: 1, all_right: 1, loudspeakers: 2, online: 2 },
  ]);
});

flow('a place with an alarm is not all right, until that is over', async () => {
  const { rows } = await sql<{ alarm_id: number }>`
    insert into alarms (kind, subject, owner_id, company_id, severity, raised_at)
    values ('clock', ${`node:${id('Market')}`}, ${owner.id}, ${id('Market')}, 'low', now()) returning alarm_id`.execute(
    api.db,
  );
  expect(await head(owner)).toMatchObject({ all_right: 1, worst: null });
  await sql`update alarms set state = 'cleared', cleared_at = now() where alarm_id = ${rows[0]?.alarm_id ?? 0}`.execute(
    api.db,
  );
  expect(await head(owner)).toMatchObject({ all_right: 2 });
});

flow('tells what was heard today and what comes next, to who reads that', async () => {
  const nodes = [id('South')];
  const run_id = await planAndSay(api, owner, nodes);
  await sql`update announcement_deliveries set state = 'expired' where run_id = ${run_id}`.execute(api.db);
  await sql`update announcement_runs set said = said || '{"text_language": "en"}' where run_id = ${run_id}`.execute(
    api.db,
  );
  await sql`update announcement_deliveries set state = 'finished', started_at = now(), language = 'de-DE' where run_id = ${run_id}
    and device_id = (select min(device_id) from announcement_deliveries where run_id = ${run_id})`.execute(api.db);
  await settled(api);
  const south = { name: 'South', expected: 2, heard: 1, other_voices: 1, next: { title: 'Closing soon' } };
  expect((await regions(owner))[1]).toMatchObject(south);
  const technician = await createMember(api, owner, { company_id: id('South') }, { role: 'technician' });
  expect(await regions(technician)).toMatchObject([
    { name: 'Market', places: 1, expected: 0, heard: 0, sent: 0, next: null },
  ]);
});

flow('members see what is theirs, with their only place, and strangers nothing', async () => {
  const ofShop = await createMember(api, owner, { company_id: id('Bremen') }, { role: 'announcer' });
  expect(await head(ofShop)).toMatchObject({ places: 1, all_right: 0, loudspeakers: 2, only: id('Bremen') });
  const ofRegion = await createMember(api, owner, { company_id: id('North') }, { role: 'viewer' });
  expect(await head(ofRegion)).toMatchObject({ places: 2, only: id('North') });
  expect((await regions(ofRegion)).map(({ name }) => name)).toEqual(['Bremen', 'Harbour']);
  const stranger = await createUser(api);
  expect(await head(stranger)).toMatchObject({ places: 0, loudspeakers: 0, only: null });
  expect(await regions(stranger)).toEqual([]);
});
