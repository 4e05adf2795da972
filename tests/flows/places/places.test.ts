import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createBrightwater, planAndSay } from '../../support/brightwater.ts';
import { playerMessage } from '../../support/devices/device-messages.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { dateIn, settled } from '../../support/programmes.ts';
import { createMember } from '../../support/teams.ts';

let api: TestApi;
let owner: TestUser;
let ids: Record<string, number> = {};
let serials: Record<string, string> = {};

flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** With `Depot`, a shop without a loudspeaker, in `South`. */
beforeAll(async () => {
  owner = await createUser(api, { name: 'Ms Berg' });
  const { main, ...tree } = await createBrightwater(api, owner);
  ({ ids, serials } = tree);
  const empty = await createCompany(api, {
    below: { ...main, company_id: ids['South'] ?? 0, type: 'Element', level: 1 },
    type: 'Company',
    name: 'Depot',
  });
  ids['Depot'] = empty.company_id;
});

const list = (user: TestUser, query: object = {}) => success(api.call(placesHttp.list, user, query));
const read = (user: TestUser, name: string) => api.call(placesHttp.read, user, { company_id: ids[name] ?? 0 });

flow('lists places by region, where a loudspeaker is away first', async () => {
  const rows = await list(owner);
  expect(rows.map(({ path, name, loudspeakers, online }) => [path, name, online, loudspeakers])).toEqual([
    ['Brightwater / North', 'Bremen', 1, 2],
    ['Brightwater / North', 'Harbour', 2, 2],
    ['Brightwater / South', 'Market', 2, 2],
    ['Brightwater / South', 'Depot', 0, 0],
  ]);
  expect(rows[0]).toMatchObject({ offline_since: '2026-11-29T09:12:00.000Z', organisation: null });
  expect((await list(owner, { q: 'nor har' })).map(({ name }) => name)).toEqual(['Harbour']);
  expect((await list(owner, { state: 'needs' })).map(({ name }) => name)).toEqual(['Bremen']);
  expect((await list(owner, { state: 'empty' })).map(({ name }) => name)).toEqual(['Depot']);
  expect((await list(owner, { below: ids['South'] })).map(({ name }) => name)).toEqual(['Market', 'Depot']);
  const page = await api.call(placesHttp.list, owner, { page: 2, page_size: 3 });
  expect([page.headers.get('X-Total-Count'), page.body]).toMatchObject(['4', [{ name: 'Depot' }]]);
});

flow(
  'members list their places without a name above, strangers none, administrators those of one organisation',
  async () => {
    const member = await createMember(api, owner, { company_id: ids['North'] ?? 0 }, { role: 'viewer' });
    expect((await list(member)).map(({ path, name }) => [path, name])).toEqual([
      ['North', 'Bremen'],
      ['North', 'Harbour'],
    ]);
    expect(await list(await createUser(api))).toEqual([]);
    const rows = await list(await createAdmin(api), { user_id: owner.id, q: 'market' });
    expect(rows).toMatchObject([{ name: 'Market', organisation: 'Ms Berg' }]);
  },
);

flow('tells how a place is, with its loudspeakers, the one that is away first', async () => {
  const { body } = await read(owner, 'Bremen');
  expect(body).toMatchObject({
    name: 'Bremen',
    path: 'Brightwater / North',
    above: [
      { company_id: ids['Brightwater'], name: 'Brightwater' },
      { company_id: ids['North'], name: 'North' },
    ],
    organisation_id: owner.id,
    loudspeakers: 2,
    online: 1,
    playing: 1,
    offline_since: '2026-11-29T09:12:00.000Z',
    volume_max: 100,
    silent_until: null,
    last: null,
  });
  expect((body as { speakers: object[] }).speakers).toMatchObject([
    { name: 'Till', status: 'offline', channel: null, track: null, volume: 80, place: null, test: null },
    { name: 'Door', status: 'online', channel: 'radio', track: 'Belltower FM', volume: 70 },
  ]);
  const region = await success(read(owner, 'North'));
  expect(region).toMatchObject({ loudspeakers: 4, online: 3, playing: 3 });
  expect(region.speakers[0]).toMatchObject({ name: 'Till', place: 'Bremen', place_id: ids['Bremen'] });
});

flow('tells what comes next, what was said last, and until when it is silent', async () => {
  const nodes = [ids['Harbour'] ?? 0];
  const run_id = await planAndSay(api, owner, nodes);
  await sql`update announcement_runs set said = said || '{"text_language": "en"}' where run_id = ${run_id}`.execute(
    api.db,
  );
  await sql`update announcement_deliveries set state = 'finished', started_at = now(), language = 'de-DE' where run_id = ${run_id}
    and device_id in (select device_id from devices where serial = ${serials['Harbour Door'] ?? ''})`.execute(api.db);
  await success(api.call(bellsHttp.silence, owner, { company_id: ids['North'] ?? 0, until: `${dateIn(1)}T12:00` }));
  await settled(api);
  const page = await success(read(owner, 'Harbour'));
  expect(page.next).toMatchObject([{ title: 'Closing soon', source: 'schedule' }]);
  expect(page.last).toMatchObject({ run_id, title: 'Till two please', devices: 2, heard: 1, other_voices: 1 });
  expect(page.silent_until).toMatch(/^\d{4}-/);
  expect(await success(read(owner, 'Market'))).toMatchObject({ next: [], last: null, silent_until: null });
  // Texts are not for a technician.
  const technician = await createMember(api, owner, { company_id: ids['North'] ?? 0 }, { role: 'technician' });
  expect(await success(read(technician, 'Harbour'))).toMatchObject({
    path: 'North',
    next: [],
    last: null,
    loudspeakers: 2,
  });
});

/** A loudspeaker reports speech by its fixed word, and the server which run began there. @returns what the place page has of it */
async function heardAs(run_id: string, user = owner, delivery = 'now()') {
  await sql`update announcement_deliveries set state = 'started', at = ${sql.raw(delivery)}, started_at = ${sql.raw(delivery)}
    where run_id = ${run_id}`.execute(api.db);
  const players = JSON.stringify({ voice: playerMessage({ volume: 80, current_track: 'Announcement' }) });
  await sql`update device_state set players = ${players}::jsonb
    where device_id in (select device_id from announcement_deliveries where run_id = ${run_id})`.execute(api.db);
  const { speakers } = await success(read(user, 'Market'));
  return speakers.find(({ name }) => name === 'Door');
}

flow('names what is said by its run: as it was typed, or what it is where nobody has typed it', async () => {
  const targets = { nodes: [ids['Market'] ?? 0] };
  const say = async (text: string) => (await success(api.call(sayHttp.say, owner, { text, targets }))).run_id;
  const plays = { channel: 'voice', track: 'Announcement' };
  const first = await say('Announcement');
  expect(await heardAs(first)).toMatchObject({ ...plays, says: { title: 'Announcement', untyped: null } });
  expect(await heardAs(await say('Bell'))).toMatchObject({ ...plays, says: { title: 'Bell', untyped: null } });
  const sound = { type: 'chime', chime: 'bell' };
  const rung = await api.call(bellsHttp.ring, owner, { company_id: ids['Market'] ?? 0, sound });
  expect(await heardAs(rung.body.run_id)).toMatchObject({ ...plays, says: { title: 'Bell', untyped: 'bell' } });
  // Texts are not for a technician.
  const technician = await createMember(api, owner, { company_id: ids['South'] ?? 0 }, { role: 'technician' });
  expect(await heardAs(first, technician)).toMatchObject({ ...plays, says: { title: null, untyped: null } });
});

flow('what no run explains is not named: one that has ended, and one that never told of its end', async () => {
  const targets = { nodes: [ids['Market'] ?? 0] };
  await sql`update announcement_deliveries set state = 'finished', finished_at = now() where state = 'started' and user_id = ${owner.id}`.execute(
    api.db,
  );
  const { run_id } = await success(api.call(sayHttp.say, owner, { text: 'Till two please', targets }));
  expect(await heardAs(run_id, owner, `now() - interval '23 hours'`)).toMatchObject({
    says: { title: 'Till two please' },
  });
  expect(await heardAs(run_id, owner, `now() - interval '25 hours'`)).toMatchObject({ channel: 'voice', says: null });
  expect(await heardAs(run_id)).toMatchObject({ says: { title: 'Till two please' } });
  await sql`update announcement_deliveries set state = 'finished', finished_at = now() where run_id = ${run_id}`.execute(
    api.db,
  );
  const page = await success(read(owner, 'Market'));
  expect(page.speakers.find(({ name }) => name === 'Door')).toMatchObject({ track: 'Announcement', says: null });
});

flow('a place of others does not exist', async () => {
  const member = await createMember(api, owner, { company_id: ids['North'] ?? 0 }, { role: 'viewer' });
  for (const [user, name] of [
    [await createUser(api), 'Harbour'],
    [member, 'South'],
    [member, 'Brightwater'],
  ] as const)
    expect((await read(user, name)).status).toBe(404);
});
