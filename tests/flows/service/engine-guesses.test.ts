import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { rabbitmqHttp } from '@belfry/schemas/http/service/engines';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scrape } from '../../support/metrics/scrape.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createDevice, createUser } from '../../support/factories.ts';

const SECRET = 'the-secret-of-the-engine';
const GUESSES = 100;
/** What is checked before keys are compared in memory. */
const CHECKED = 20;

let api: TestApi;
afterEach(() => api.stop());

beforeEach(async () => {
  api = await startTestApi({
    MQTT_ENGINE: 'rabbitmq',
    MQTT_ENGINE_URL: 'http://127.0.0.1:1',
    MQTT_ENGINE_USER: 'key',
    MQTT_ENGINE_PASSWORD: 'secret',
    MQTT_ENGINE_SECRET: SECRET,
  });
});

/** RabbitMQ does not say from which address a client connects. */
const ask = async (username: string, password: string, client_id: string): Promise<boolean> => {
  const body = new URLSearchParams({ username, password, client_id, vhost: '/' });
  const address = `${api.internal.address(rabbitmqHttp.user)}?secret=${SECRET}`;
  return (await (await fetch(address, { method: 'POST', body })).text()).startsWith('allow');
};

const refused = async (): Promise<number> =>
  (await scrape(`${api.internal.url}/metrics`)).sum('belfry_engine_guesses_refused_total');

describe('somebody who guesses keys at RabbitMQ', () => {
  it('is limited, and locks neither the device nor the user out', { tags: ['full'] }, async () => {
    const [device, user] = [await createDevice(api), await createUser(api)];
    const clients = [
      { name: device.serial, key: device.device_key, id: device.serial },
      { name: String(user.id), key: user.key, id: consoleClientId(user.id, 'tab') },
    ];
    for (const { name, key, id } of clients) {
      const before = await refused();
      const guesses = Array.from({ length: GUESSES }, (_, number) => ask(name, `guess-${number}`, id));
      expect(await Promise.all(guesses)).not.toContain(true);
      expect((await refused()) - before).toBe(GUESSES - CHECKED);
      expect(await ask(name, key, id)).toBe(true);
    }
  });

  it('is not admitted with a key of somebody who has been blocked since', async () => {
    const device = await createDevice(api);
    const guesses = Array.from({ length: GUESSES }, () => ask(device.serial, 'wrong', device.serial));
    await Promise.all(guesses);
    await api.db.updateTable('devices').set({ device_mode: 'blocked' }).where('serial', '=', device.serial).execute();
    expect(await ask(device.serial, device.device_key, device.serial)).toBe(false);
  });
});
