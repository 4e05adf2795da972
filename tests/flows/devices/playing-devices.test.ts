import { PLAYING_SHOWN_MAX, playingHttp } from '@belfry/schemas/http/devices/playing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});

const playing = async ({ key } = admin) => (await api.call(playingHttp.playing, { key })).body;
const player = (state: string, current_track: string | null) => ({ state, current_track, volume: 50 });

/** A device that has reported these players. */
async function deviceWith(players: object, override: object = {}, status = 'online') {
  const device = await createDevice(api, override);
  await sql`
    update device_state set reported_status = ${status}, silent = false, last_seen = now(), players = ${JSON.stringify(players)}
    where device_id = ${device.device_id}`.execute(api.db);
  return device;
}

it('counts the devices that are online and play, and names some with what is heard of them', async () => {
  await sql`update device_state set players = '{}'`.execute(api.db);
  const root = await createUser(api, { role: 'root' });
  const hall = await createCompany(api, { user_id: admin.id, name: 'Hall' });
  const secret = await createCompany(api, { user_id: root.id, name: 'Secret' });
  const both = await deviceWith(
    { music: player('playing', 'Waltz'), voice: player('PLAY', 'Lunch') },
    { company_id: hall.company_id },
  );
  const hidden = await deviceWith(
    { radio: player('playing', null) },
    { company_id: secret.company_id, note: 'Cellar' },
  );
  await deviceWith({ music: player('paused', 'Waltz') });
  await deviceWith({ music: player('playing', 'Waltz') }, {}, 'offline');
  const shown = [
    { serial: both.serial, name: 'Hall', channel: 'voice', track: 'Lunch' },
    { serial: hidden.serial, name: 'Cellar', channel: 'radio', track: null },
  ];
  expect(await playing()).toEqual({ total: 2, devices: shown });
  expect((await playing(root)).devices[1]).toMatchObject({ name: 'Secret' });
  for (let n = 0; n < PLAYING_SHOWN_MAX; n++) await deviceWith({ music: player('playing', 'Waltz') });
  const many = await playing();
  expect([many.total, many.devices.length]).toEqual([2 + PLAYING_SHOWN_MAX, PLAYING_SHOWN_MAX]);
  await sql`update device_state set players = '{}'`.execute(api.db);
  expect(await playing()).toEqual({ total: 0, devices: [] });
});

it('is for administrators', async () => {
  expect((await api.call(playingHttp.playing, await createUser(api))).status).toBe(403);
});
