import { pairingHttp, type Pairing } from '@belfry/schemas/http/device-ownership/pairing';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { brokerAccessHttp } from '@belfry/schemas/http/service/internal';
import type { Database } from '@belfry/api/db/database';
import { endExcess, insertPairing } from '@belfry/api/features/device-ownership/pairings.repository';
import { sql, type Transaction } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createDevice, createSpeakers, createUser, type TestUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { countStatuses, fromIp, times } from '../../support/limits.ts';
import { createMember } from '../../support/teams.ts';

let api: TestApi;
let owner: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
});

const ask = (fields: object = {}, ip = '192.0.2.1') =>
  api.call(pairingHttp.ask, null, { model: 'Raspberry Pi 5', hostname: 'box-1', ...fields }, { headers: fromIp(ip) });
const askForCode = (fields: object = {}, ip?: string): Promise<Pairing> => success(ask(fields, ip));
const poll = ({ device_code }: Pick<Pairing, 'device_code'>) => api.call(pairingHttp.token, null, { device_code });
const pair = (user: TestUser, fields: object) => api.call(pairingHttp.pair, user, fields);
const connect = (username: string, password: string) =>
  api.internal.call(
    brokerAccessHttp.authenticate,
    { key: `Bearer ${SERVICE_SECRET}` },
    { clientid: username, username, password, peerhost: '10.0.0.1', protocol: 'mqtt' },
  );
const read = (user: TestUser, user_code: string, ip = '192.0.2.9') =>
  api.call(pairingHttp.read, user, { user_code }, { headers: fromIp(ip) });
const expire = (minutes: number) =>
  api.db
    .updateTable('device_pairings')
    .set({ expires_at: sql<Date>`expires_at - make_interval(mins => ${minutes})` })
    .where('hostname', '=', 'box-1')
    .execute();

it('a device without a key is added to a place by the code that it shows, and connects', async () => {
  const { company, main } = await createSpeakers(api, owner, 0);
  const pairing = await askForCode({ hostname: 'box-7', device_version: '1.2.3' }, '192.0.2.7');
  expect(pairing).toMatchObject({ expires_in: 900, interval: 5 });
  expect(pairing.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{3}-[BCDFGHJKLMNPQRSTVWXZ]{3}$/);
  expect(pairing.verification_uri_complete).toBe(`${pairing.verification_uri}?code=${pairing.user_code}`);
  expect((await poll(pairing)).body.code).toBe('authorization_pending');
  expect(await poll(pairing)).toMatchObject({ status: 400, body: { code: 'slow_down' } });

  for (const typed of [
    pairing.user_code,
    pairing.user_code.toLowerCase().replace('-', ''),
    pairing.verification_uri_complete,
  ])
    expect((await read(owner, typed)).body).toMatchObject({
      model: 'Raspberry Pi 5',
      hostname: 'box-7',
      ip: '192.0.2.7',
    });
  const paired = await pair(owner, { user_code: pairing.user_code, company_id: company.company_id, name: 'Entrance' });
  expect(paired.status).toBe(201);
  const { device_id, serial, company_id } = paired.body;
  expect(await success(api.call(devicesHttp.info, owner, { device: serial }))).toMatchObject({
    device_id,
    company_id,
    company_name: 'Entrance',
    user_id: owner.id,
    enrolled: false,
  });

  const token = await success(poll(pairing));
  expect(token).toMatchObject({
    serial,
    mqtt_url: expect.stringMatching(/^mqtt:/),
    mqtt_ws_url: expect.stringMatching(/^ws:/),
  });
  expect(token.api_url).toBe(new URL(pairing.verification_uri).origin);
  expect((await connect(serial, token.device_key)).body).toMatchObject({ result: 'allow' });
  expect(await success(api.call(devicesHttp.info, owner, { device: serial }))).toMatchObject({ device_mode: 'active' });

  expect((await poll(pairing)).body.code).toBe('expired_token');
  expect((await read(owner, pairing.user_code)).status).toBe(404);
  expect((await pair(owner, { user_code: pairing.user_code, company_id: main.company_id, name: 'Hall' })).status).toBe(
    404,
  );
  const [entry] = await findAudit(api.db, 'device.pair', device_id);
  expect(JSON.stringify(entry)).not.toContain(token.device_key);
  expect(entry).toMatchObject({ user_id: owner.id, company_id });
});

it('a node without a device gets it, one that has a device does not, and nothing else contains devices', async () => {
  const { main, company, nodes } = await createSpeakers(api, owner, 2);
  const [free, taken] = nodes.map((node) => node.company_id);
  await createDevice(api, { company_id: taken!, user_id: owner.id });
  const { user_code } = await askForCode();
  expect((await pair(owner, { user_code, company_id: taken })).status).toBe(409);
  expect((await pair(owner, { user_code, company_id: main.company_id, name: 'Hall' })).status).toBe(422);
  expect((await pair(owner, { user_code, company_id: company.company_id })).status).toBe(400);
  const paired = await pair(owner, { user_code, company_id: free, name: 'Hall' });
  expect(paired).toMatchObject({ status: 201, body: { company_id: free } });
  expect(await success(api.call(devicesHttp.info, owner, { device: paired.body.serial }))).toMatchObject({
    name: 'Hall',
  });
});

it('takes the place of a broken device, whose key and pass end, with its name, settings and number', async () => {
  const { nodes } = await createSpeakers(api, owner, 1);
  const company_id = nodes[0]!.company_id;
  const broken = await createDevice(api, { company_id, user_id: owner.id, note: 'over the door' });
  await success(api.call(configurationHttp.save, owner, { serial: broken.serial, music_volume: 33 }));
  const before = await success(api.call(devicesHttp.info, owner, { device: broken.serial }));
  api.broker.disconnected.length = 0;
  const pairing = await askForCode();
  const paired = await pair(owner, { user_code: pairing.user_code, replaces: broken.serial });
  expect(paired).toMatchObject({ status: 201, body: { company_id } });
  expect(api.broker.disconnected).toContainEqual({ kind: 'device', ids: [broken.serial] });
  expect((await connect(broken.serial, broken.device_key)).body).toEqual({ result: 'deny' });

  const { serial, device_key } = await success(poll(pairing));
  expect((await connect(serial, device_key)).body).toMatchObject({ result: 'allow' });
  expect((await connect(broken.serial, broken.device_key)).body).toEqual({ result: 'deny' });
  const after = await success(api.call(devicesHttp.info, owner, { device: serial }));
  const { company_name, note } = before;
  expect(after).toMatchObject({ company_id, company_name, note, has_pass: false });
  expect(after.configuration.music_volume).toBe(33);
});

describe('who pairs', () => {
  it('is who may add devices there: not at places of others, nor as a viewer, nor for devices of others', async () => {
    const { company, nodes } = await createSpeakers(api, owner, 1);
    const stranger = await createUser(api);
    const viewer = await createMember(api, owner, company, { role: 'viewer' });
    const manager = await createMember(api, owner, company, { role: 'manager' });
    const broken = await createDevice(api, { company_id: nodes[0]!.company_id, user_id: owner.id });
    const { user_code } = await askForCode();
    const at = { user_code, company_id: company.company_id, name: 'Hall' };
    expect((await pair(stranger, at)).status).toBe(404);
    expect((await pair(stranger, { user_code, replaces: broken.serial })).status).toBe(404);
    expect((await pair(viewer, at)).status).toBe(403);
    expect((await pair(viewer, { user_code, replaces: broken.serial })).status).toBe(403);
    const paired = await pair(manager, at);
    expect(paired.status).toBe(201);
    const device = await success(api.call(devicesHttp.info, owner, { device: paired.body.serial }));
    expect(device).toMatchObject({ user_id: owner.id });
  });

  it('is one of two who enter the same code at once, and one of many calls of the device gets the key', async () => {
    const { company } = await createSpeakers(api, owner, 0);
    const pairing = await askForCode();
    const { user_code } = pairing;
    const pairs = times(4, (n) => pair(owner, { user_code, company_id: company.company_id, name: `Hall ${n}` }));
    expect(countStatuses(await Promise.all(pairs))).toEqual({ 201: 1, 404: 3 });
    expect(countStatuses(await Promise.all(times(4, () => poll(pairing))))).toEqual({ 200: 1, 400: 3 });
  });
});

describe('a code', () => {
  it('that a person has refused is told to the device', async () => {
    const pairing = await askForCode();
    expect((await api.call(pairingHttp.refuse, owner, { user_code: pairing.user_code })).status).toBe(204);
    expect(await poll(pairing)).toMatchObject({ status: 400, body: { code: 'access_denied' } });
    expect((await read(owner, pairing.user_code)).status).toBe(404);
  });

  it('expires after 15 minutes, for both sides', async () => {
    const { company } = await createSpeakers(api, owner, 0);
    const pairing = await askForCode();
    await expire(14);
    expect((await poll(pairing)).body.code).toBe('authorization_pending');
    await expire(2);
    expect(await poll(pairing)).toMatchObject({ status: 400, body: { code: 'expired_token' } });
    const paired = await pair(owner, { user_code: pairing.user_code, company_id: company.company_id, name: 'Hall' });
    expect(paired).toMatchObject({ status: 410, body: { code: 'code_expired' } });
  });

  it('is not in the database, and an unknown device code has expired', async () => {
    const { device_code, user_code } = await askForCode();
    const { rows } = await sql<{ row: string }>`select p::text as row from device_pairings p`.execute(api.db);
    const all = rows.map(({ row }) => row).join('\n');
    for (const secret of [device_code, user_code, user_code.replace('-', '')]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect((await poll({ device_code: 'unknown' })).body.code).toBe('expired_token');
  });

  it('is spoken to its device, in the language of the request', async () => {
    const spoken = async (language: string) => {
      const { device_code } = await askForCode({ language });
      const answer = await api.raw(pairingHttp.audio, { key: `Bearer ${device_code}` });
      expect(answer.headers.get('content-type')).toBe('audio/mpeg');
      return Buffer.from(await answer.arrayBuffer());
    };
    const [german, russian] = [await spoken('de-DE'), await spoken('ru')];
    expect(german.length).toBeGreaterThan(1_000);
    expect(german.equals(russian)).toBe(false);
    expect((await api.raw(pairingHttp.audio, { key: 'Bearer unknown' })).status).toBe(401);
  });
});

describe('strangers', () => {
  it('get so many codes per address', async () => {
    onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' }));
    const answers = await Promise.all(times(15, () => ask({}, '198.51.100.40')));
    expect(countStatuses(answers)).toEqual({ 201: 10, 429: 5 });
    expect((await ask({}, '198.51.100.41')).status).toBe(201);
  });

  it('with many codes lose theirs, and nobody else, when there are too many in all', async () => {
    const left = await inRolledBack(async (trx) => {
      await trx.deleteFrom('device_pairings').execute();
      const ips = ['198.51.100.60', '198.51.100.61', '198.51.100.60', '198.51.100.60', '198.51.100.60'];
      for (const [n, ip] of ips.entries()) {
        const hashes = { device_code_hash: Buffer.from(`device ${n}`), user_code_hash: Buffer.from(`user ${n}`) };
        const unknown = { model: null, hostname: String(n), device_version: null, language: 'en' };
        await insertPairing(trx, { ...hashes, ...unknown, ip });
      }
      await endExcess(trx, 3);
      return trx.selectFrom('device_pairings').select(['hostname', 'ip']).orderBy('id').execute();
    });
    expect(left).toEqual([
      { hostname: '1', ip: '198.51.100.61' },
      { hostname: '3', ip: '198.51.100.60' },
      { hostname: '4', ip: '198.51.100.60' },
    ]);
  });

  it('who guess lock out neither the owner nor who shares their address', async () => {
    onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '1' }));
    const { company } = await createSpeakers(api, owner, 0);
    const guessers = await Promise.all(times(8, () => createUser(api)));
    const { user_code } = await askForCode({}, '192.0.2.77');
    const guesses = guessers.flatMap((guesser) =>
      times(25, () => read(guesser, wrongCode(user_code), '198.51.100.50')),
    );
    const { 404: wrong = 0, 429: refused = 0 } = countStatuses(await Promise.all(guesses));
    expect(wrong + refused).toBe(200);
    expect(wrong).toBeLessThanOrEqual(100 + guessers.length * 5);
    expect((await read(owner, user_code, '198.51.100.50')).status).toBe(200);
    expect((await pair(owner, { user_code, company_id: company.company_id, name: 'Hall' })).status).toBe(201);
  });

  it('who try 10,000 codes from 100 addresses find none, and the owner pairs', { tags: ['full'] }, async () => {
    onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '1' }));
    const { company } = await createSpeakers(api, owner, 0);
    const { user_code } = await askForCode({}, '192.0.2.78');
    const guessers = await Promise.all(times(20, () => createUser(api)));
    for (let address = 0; address < 100; address += 1) {
      const guess = (n: number) => read(guessers[n % 20]!, wrongCode(user_code), `203.0.113.${address}`);
      const { 200: right = 0, ...others } = countStatuses(await Promise.all(times(100, guess)));
      expect(right).toBe(0);
      expect(Object.keys(others).every((status) => status === '404' || status === '429')).toBe(true);
    }
    expect((await pair(owner, { user_code, company_id: company.company_id, name: 'Hall' })).status).toBe(201);
  });
});

/** What `work` has read, of which nothing remains. */
async function inRolledBack<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  const trx = await api.db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** Some code that is not this one. */
function wrongCode(right: string): string {
  const code = Array.from({ length: 6 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
  return code === right.replace('-', '') ? wrongCode(right) : code;
}
