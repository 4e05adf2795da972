import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { aSpeaker, TRANSPORT } from '../../support/devices/network-speakers.ts';
import { createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let sender: TestDevice;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  sender = await senderAt(chain.own.node.company_id);
});

const senderAt = (company_id: number, owner = chain.owner) => createDevice(api, { user_id: owner.id, company_id });
const create = (by: TestUser, fields: object = {}) =>
  api.call(networkSpeakersHttp.create, by, { ...aSpeaker(chain.own.company, sender, 'Horn'), ...fields });
const withTransport = (fields: object) => create(chain.owner, { transport: { ...TRANSPORT, ...fields } });
const list = (by: TestUser, query: object = {}) => success(api.call(networkSpeakersHttp.list, by, query));
const carried = (device: TestDevice, headers: Record<string, string> = {}) =>
  api.call(networkSpeakersHttp.carried, { key: deviceAuthorization(device) }, undefined, { headers });

it('is a device at a place, without a key, that its sender finds in its list', async () => {
  const horns = await senderAt(chain.other.node.company_id);
  const { status, body } = await create(chain.owner, { sender: horns.serial });
  expect(status).toBe(201);
  expect(await success(api.call(devicesHttp.info, chain.owner, { device: body.serial }))).toMatchObject({
    device_id: body.device_id,
    company_id: body.company_id,
    name: 'Horn',
    path: 'Chain / Shop 12',
    user_id: chain.owner.id,
    enrolled: false,
    network_speaker: true,
  });
  const answer = await carried(horns);
  expect(answer.body).toEqual({ speakers: [{ serial: body.serial, name: 'Horn', transport: TRANSPORT }] });
  const etag = answer.headers.get('etag') ?? '';
  expect((await carried(horns, { 'if-none-match': etag })).status).toBe(304);
  expect((await carried(sender)).body.speakers.map(({ serial }) => serial)).not.toContain(body.serial);
  expect((await api.call(networkSpeakersHttp.carried, chain.owner)).status).toBe(403);

  const { device_id } = body;
  const changed = await api.call(networkSpeakersHttp.change, chain.owner, {
    device_id,
    name: 'Yard',
    sender: horns.serial,
    transport: { ...TRANSPORT, port: 50_002 },
    revision: 1,
  });
  expect(changed.body).toMatchObject({ name: 'Yard', transport: { port: 50_002 }, revision: 2, carried: true });
  expect((await carried(horns, { 'if-none-match': etag })).body.speakers).toMatchObject([{ name: 'Yard' }]);
  const late = { device_id, name: 'Late', sender: horns.serial, transport: TRANSPORT, revision: 1 };
  expect((await api.call(networkSpeakersHttp.change, chain.owner, late)).body.code).toBe('edit_conflict');

  expect((await api.call(networkSpeakersHttp.remove, chain.owner, { device_id })).status).toBe(204);
  expect((await carried(horns)).body.speakers).toEqual([]);
  expect((await api.call(networkSpeakersHttp.read, chain.owner, { device_id })).status).toBe(404);
  for (const action of ['network_speaker.create', 'network_speaker.change', 'network_speaker.delete'])
    expect(await findAudit(api.db, action, device_id)).toMatchObject([{ user_id: chain.owner.id }]);
});

it('says who has the same address at the sender or at the place, and does not refuse it', async () => {
  const { company_id } = chain.other.company;
  const first = await success(create(chain.owner, { company_id, name: 'First', transport: twice() }));
  const second = await success(create(chain.owner, { name: 'Second', transport: twice() }));
  expect(second.used_by).toEqual([{ serial: first.serial, name: 'First', sender: sender.serial }]);
  const elsewhere = await createDevice(api, { user_id: chain.owner.id });
  const third = await success(create(chain.owner, { name: 'Third', sender: elsewhere.serial, transport: twice() }));
  expect(third.used_by.map(({ name }) => name)).toEqual(['Second']);
  const emergency = { address: '239.9.9.9', port: 5_004 };
  const other = { ...TRANSPORT, address: '239.9.9.8', priority_addresses: { emergency } };
  expect((await success(create(chain.owner, { name: 'Fourth', transport: other }))).used_by).toHaveLength(3);
});
const twice = () => ({ ...TRANSPORT, address: '239.9.9.9', port: 5_004 });

describe('bad input', () => {
  it.each([
    ['loopback', { address: '127.0.0.1' }],
    ['metadata', { address: '169.254.169.254' }],
    ['public', { address: '8.8.8.8' }],
    ['of routers', { address: '224.0.0.251' }],
    ['of an emergency', { priority_addresses: { emergency: { address: '1.1.1.1', port: 5_004 } } }],
    ['of a health check', { health: { kind: 'http', address: 'http://127.0.0.1:8080/' } }],
  ])('an address is refused: %s', async (_what, fields) => {
    expect((await withTransport(fields)).body.code).toBe('unprocessable');
  });

  it.each([
    ['odd', { port: 50_001 }],
    ['of the system', { port: 80 }],
    ['a TTL of 0', { ttl: 0 }],
    ['a name', { address: 'speaker.local' }],
    ['another kind', { kind: 'sip' }],
    ['a field that there is not', { gain: 3 }],
  ])('a transport is refused: %s', async (_what, fields) => {
    expect((await withTransport(fields)).body.code).toBe('invalid_input');
  });

  it('takes what the operator allows', async () => {
    const restore = await changeSettings(api, { NETWORK_SPEAKER_ALLOW: '127.0.0.0/8' });
    expect((await withTransport({ address: '127.0.0.1' })).status).toBe(201);
    restore();
    expect((await withTransport({ address: '127.0.0.1' })).status).toBe(422);
  });

  it('needs a sender of the same owner that is not blocked and no network speaker itself', async () => {
    const stranger = await createUser(api);
    const foreign = await createDevice(api, { user_id: stranger.id });
    expect((await create(chain.owner, { sender: foreign.serial })).body.code).toBe('device_not_found');
    expect((await create(chain.owner, { sender: '0000-0000-0000-0000' })).body.code).toBe('device_not_found');
    const blocked = await createDevice(api, { user_id: chain.owner.id, device_mode: 'blocked' });
    expect((await create(chain.owner, { sender: blocked.serial })).body.code).toBe('mode_forbids');
    const { serial } = await success(create(chain.owner));
    expect((await create(chain.owner, { sender: serial })).body.code).toBe('unprocessable');
    const admin = await createUser(api, { role: 'admin' });
    expect((await create(admin, { sender: foreign.serial })).body.code).toBe('unprocessable');
    expect((await create(stranger, { sender: foreign.serial })).body.code).toBe('not_found');
    expect((await create(chain.owner, { company_id: chain.main.company_id })).status).toBe(422);
  });
});

it('is added, changed and removed by who may add devices there and operate the sender', async () => {
  const at = (role: 'viewer' | 'technician' | 'manager', node = chain.own.company) =>
    createMember(api, chain.owner, node, { role });
  const [viewer, technician, manager, neighbour] = [
    await at('viewer'),
    await at('technician'),
    await at('manager'),
    await at('manager', chain.other.company),
  ];
  expect((await create(viewer)).status).toBe(403);
  expect((await create(technician)).status).toBe(403);
  expect((await create(neighbour)).status).toBe(404);
  // A manager of one shop does not let the device of another one send.
  const far = await createDevice(api, { user_id: chain.owner.id });
  expect((await create(manager, { sender: far.serial })).body.code).toBe('device_not_found');
  const { device_id, serial } = await success(create(manager, { name: 'Managed' }));

  expect((await list(viewer)).map((speaker) => speaker.serial)).toContain(serial);
  expect((await list(neighbour)).map((speaker) => speaker.serial)).not.toContain(serial);
  expect((await api.call(networkSpeakersHttp.read, neighbour, { device_id })).status).toBe(404);
  const fields = { device_id, name: 'Managed', sender: sender.serial, transport: { ...TRANSPORT, port: 5_010 } };
  expect((await api.call(networkSpeakersHttp.change, viewer, fields)).status).toBe(403);
  expect((await api.call(networkSpeakersHttp.change, neighbour, fields)).status).toBe(404);
  expect((await api.call(networkSpeakersHttp.change, technician, fields)).status).toBe(200);
  expect((await api.call(networkSpeakersHttp.change, technician, { ...fields, name: 'Mine' })).status).toBe(403);
  expect((await api.call(networkSpeakersHttp.remove, technician, { device_id })).status).toBe(403);
  expect((await api.call(networkSpeakersHttp.remove, manager, { device_id })).status).toBe(204);
});

it('offers the devices that have asked for their list, those of the place and online first', async () => {
  const { owner, own, other } = await createShops(api);
  const [far, near] = [
    await createDevice(api, { user_id: owner.id, company_id: other.node.company_id }),
    await createDevice(api, { user_id: owner.id, company_id: own.node.company_id }),
  ];
  await createDevice(api, { user_id: owner.id, note: 'a browser, which cannot send' });
  for (const device of [far, near]) expect((await carried(device)).status).toBe(200);
  const { company_id } = own.company;
  const senders = await success(api.call(networkSpeakersHttp.senders, owner, { company_id }));
  expect(senders.map(({ serial, is_here }) => [serial, is_here])).toEqual([
    [near.serial, true],
    [far.serial, false],
  ]);
});
