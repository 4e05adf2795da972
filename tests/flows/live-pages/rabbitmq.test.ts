import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { rabbitmqHttp } from '@belfry/schemas/http/service/engines';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createDevice, createUser } from '../../support/factories.ts';
import { addDevice, createPlace, openPage } from '../../support/live-pages.ts';

const SECRET = 'the-secret-of-the-engine';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    MQTT_ENGINE: 'rabbitmq',
    MQTT_ENGINE_URL: 'http://127.0.0.1:1',
    MQTT_ENGINE_USER: 'key',
    MQTT_ENGINE_PASSWORD: 'secret',
    MQTT_ENGINE_SECRET: SECRET,
  });
});
afterAll(() => api.stop());

/** What the node is answered about a topic of a client. */
async function mayUse(username: string, topic: string, permission: 'read' | 'write' = 'read'): Promise<boolean> {
  const routing_key = topic.replaceAll('/', '.').replaceAll('+', '*');
  const body = new URLSearchParams({ username, vhost: '/', name: 'amq.topic', permission, routing_key });
  const address = `${api.internal.address(rabbitmqHttp.topic)}?secret=${SECRET}`;
  return (await (await fetch(address, { method: 'POST', body })).text()) === 'allow';
}

describe('RabbitMQ is answered that a device may hear a live page', () => {
  it('while it is open, and it is one of its places', async () => {
    const { user, main, serial } = await createPlace(api);
    const other = await addDevice(api, user, main);
    const page = await openPage(api, user, [serial]);
    const topic = topics.pageAudio(page.page_id);
    expect(await mayUse(serial, topic)).toBe(true);
    expect(await mayUse(other.serial, topic)).toBe(false);
    expect(await mayUse((await createDevice(api)).serial, topic)).toBe(false);
    for (const filter of ['pages/+/audio', 'pages/#', `pages/${page.page_id}/#`])
      expect(await mayUse(serial, filter)).toBe(false);
    expect(await mayUse(serial, topic, 'write')).toBe(false);
    expect(await mayUse(String(user.id), topic)).toBe(false);
    await api.call(livePagesHttp.close, user, { page_id: page.page_id });
    expect(await mayUse(serial, topic)).toBe(false);
  });

  it('and not any more once it has another owner, or is blocked', async () => {
    const { user, main, serial } = await createPlace(api);
    const other = await addDevice(api, user, main);
    const page = await openPage(api, user, [serial, other.serial]);
    const topic = topics.pageAudio(page.page_id);
    const next = await createUser(api);
    await api.db.updateTable('devices').set({ user_id: next.id }).where('serial', '=', serial).execute();
    await api.db.updateTable('devices').set({ device_mode: 'blocked' }).where('serial', '=', other.serial).execute();
    expect([await mayUse(serial, topic), await mayUse(other.serial, topic)]).toEqual([false, false]);
    await api.call(livePagesHttp.close, user, { page_id: page.page_id });
  });

  it('and not where its firmware plays no live pages', async () => {
    const { user, main, serial } = await createPlace(api);
    const old = await addDevice(api, user, main, false);
    const page = await openPage(api, user, [serial, old.serial]);
    expect(page).toMatchObject({ devices: 2, old: 1, path: 'mqtt' });
    expect(await mayUse(old.serial, topics.pageAudio(page.page_id))).toBe(false);
    await api.call(livePagesHttp.close, user, { page_id: page.page_id });
  });
});
