import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_SECRET, startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser } from '../../support/factories.ts';
import { realtimeHttp } from '@belfry/schemas/http/service/realtime';

const SECRET = 'the-secret-of-the-engine';
const PATH = '/internal/engines/emqx/authenticate';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    MQTT_ENGINE: 'emqx',
    MQTT_ENGINE_URL: 'http://127.0.0.1:1',
    MQTT_ENGINE_USER: 'key',
    MQTT_ENGINE_PASSWORD: 'secret',
    MQTT_ENGINE_SECRET: SECRET,
  });
});
afterAll(() => api.stop());

/** The question in the shape of `infra/engines/emqx/base.hocon`. */
const ask = async (username: string, password: string, clientid: string, key = `Bearer ${SECRET}`) => {
  const body = { clientid, username, password, peerhost: '127.0.0.1' };
  return api.internal.post<{ result: string; acl: { topic: string }[] }>(PATH, { key, body });
};
const DENY = { result: 'deny' };

describe('the authentication of EMQX', () => {
  it('answers with an access list that is exact with the matching of EMQX', async () => {
    const owner = await createUser(api);
    const { serial, device_key } = await createDevice(api, { user_id: owner.id });
    const device = await ask(serial, device_key, serial);
    expect(device.body).toMatchObject({
      result: 'allow',
      is_superuser: false,
      client_attrs: { kind: 'device', id: serial },
    });
    const { body } = await ask(String(owner.id), owner.key, consoleClientId(owner.id, 'tab'));
    const names = body.acl.map(({ topic }) => topic);
    expect(names).toContain(topics.status(serial));
    expect(names).toContain(`eq devices/${serial}/+`);
    expect(names).not.toContain(`devices/${serial}/+`);
  });

  it('accepts only the client id of the own session', async () => {
    const [device, other, admin] = [await createDevice(api), await createDevice(api), await createAdmin(api)];
    for (const clientid of [other.serial, 'belfry-ingest', ''])
      expect((await ask(device.serial, device.device_key, clientid)).body).toEqual(DENY);
    expect((await ask(String(admin.id), admin.key, device.serial)).body).toEqual(DENY);
  });

  it('knows the api by the service secret, and nobody else as a superuser', async () => {
    expect((await ask('service', SERVICE_SECRET, 'belfry-ingest')).body).toEqual({
      result: 'allow',
      is_superuser: true,
    });
    expect((await ask('service', SECRET, 'belfry-ingest')).body).toEqual(DENY);
  });

  it('is for who knows the secret of the engine', async () => {
    expect((await ask('service', SERVICE_SECRET, 'x', `Bearer ${SERVICE_SECRET}`)).status).toBe(401);
  });

  it('leaves the console its retained states', async () => {
    const admin = await createAdmin(api);
    expect((await api.call(realtimeHttp.socket, admin)).body).toMatchObject({ retains: true });
  });
});
