import { randomUUID } from 'node:crypto';
import { heardMusicHttp } from '@belfry/schemas/http/announcements/heard-music';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createAudio, tone } from '../../support/library.ts';
import { dateIn } from '../../support/programmes.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
});

const days = { from: dateIn(-1), to: dateIn(1) };
const serialsFor = async (user: TestUser, query: object = {}): Promise<string[]> =>
  (await api.call(heardMusicHttp.tracks, user, { ...days, ...query })).body.map(({ serial }) => serial);

it('members see the music of the places whose texts they read, in the list and the export', async () => {
  const { owner, own, other } = chain;
  const audio = await createAudio(api, owner, tone('mp3'));
  const serials: string[] = [];
  for (const { node } of [own, other]) {
    const device = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
    const track = { seq: 1, sha256: audio.sha256, at: new Date().toISOString(), seconds: 60 };
    const body = { journal: randomUUID(), tracks: [track] };
    expect((await api.call(heardMusicHttp.report, { key: deviceAuthorization(device) }, body)).status).toBe(200);
    serials.push(device.serial);
  }
  const [here = '', there = ''] = serials;
  const viewer = await createMember(api, owner, own.company, { role: 'viewer' });
  const technician = await createMember(api, owner, own.company, { role: 'technician' });
  expect(new Set(await serialsFor(owner))).toEqual(new Set([here, there]));
  for (const query of [{}, { user_id: owner.id }, { company_id: chain.main.company_id }])
    expect(await serialsFor(viewer, query)).toEqual([here]);
  expect(await serialsFor(viewer, { company_id: other.company.company_id })).toEqual([]);
  expect(await serialsFor(technician)).toEqual([]);
  const file = await (await api.raw(heardMusicHttp.csv, viewer, days)).text();
  expect([file.includes(here), file.includes(there)]).toEqual([true, false]);
  const stranger = await api.call(heardMusicHttp.tracks, await createUser(api), { ...days, user_id: owner.id });
  expect(stranger.status).toBe(403);
});
