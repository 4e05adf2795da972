import { startDevice } from '@belfry/device-firmware-sim/device/device';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { homeAssistantHttp, type NewHomeAssistantBody } from '@belfry/schemas/http/home-assistant';
import mqtt from 'mqtt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevice, createSpeakers, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { hasMosquitto, startMosquitto } from '../../support/processes/mosquitto.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  await changeSettings(stack, { HOME_ASSISTANT_ALLOW: '127.0.0.1' });
});

/** Home Assistant with its broker: what it has got, by topic, and what it sends. */
async function startHome() {
  const broker = await startMosquitto();
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const client = await mqtt.connectAsync(url, { username: 'service' });
  const has = new Map<string, string>();
  client.on('message', (topic, payload) => {
    if (payload.length > 0) has.set(topic, payload.toString());
    else has.delete(topic);
  });
  await client.subscribeAsync(['homeassistant/#', 'belfry/#']);
  onTestFinished(async () => {
    await client.endAsync(true);
    await broker.stop();
  });
  return {
    url,
    broker,
    has,
    send: (topic: string, payload: string) => client.publishAsync(topic, payload, { qos: 1 }),
  };
}

async function connect(changes: Partial<NewHomeAssistantBody> = {}) {
  const home = await startHome();
  const owner = await createUser(stack);
  const { company, ids } = await createSpeakers(stack, owner, 1);
  const speaker = await createDevice(stack, { user_id: owner.id, company_id: ids[0] ?? 0 });
  const fields = { name: 'Home', username: 'service', password: 'secret', allows: ['say', 'volume', 'messages'] };
  const body = { ...fields, url: home.url, company_id: company.company_id, ...changes } as NewHomeAssistantBody;
  const connection = await success(stack.call(homeAssistantHttp.create, owner, body));
  const read = () => success(stack.call(homeAssistantHttp.read, owner, { id: connection.id }));
  onTestFinished(() => void stack.call(homeAssistantHttp.remove, owner, { id: connection.id }));
  const of = `belfry/${connection.id}`;
  const documents = (): string[] => [...home.has.keys()].filter((topic) => topic.endsWith('/config'));
  return { ...home, owner, company, node: ids[0] ?? 0, speaker, body, connection, read, of, documents };
}

describe.runIf(hasMosquitto)('a Home Assistant with Mosquitto', () => {
  it('gets the places, speaks at one, sets its volume, and loses them', async () => {
    const { owner, company, speaker, connection, read, has, send, of, documents } = await connect();
    const device = startDevice({
      serial: speaker.serial,
      deviceKey: speaker.device_key,
      mqttUrl: stack.mqttUrl,
      apiUrl: stack.url,
    });
    onTestFinished(device.stop);
    await until('it is connected with a place', read, ({ state, places }) => state === 'connected' && places === 1);
    expect(await read()).not.toHaveProperty('password');
    const place = `${of}/${company.company_id}`;
    await until('the place is online', () => has.get(`${place}/state`)?.includes('"online":"ON"') === true);
    const notify = `homeassistant/notify/belfry_${connection.id}/${company.company_id}-say/config`;
    expect(JSON.parse(has.get(notify) ?? '')).toMatchObject({
      command_topic: `${place}/say`,
      device: { manufacturer: 'Belfry', model: 'Place' },
      availability_topic: `${of}/status`,
    });
    expect(has.get(`${of}/status`)).toBe('online');
    expect(documents().filter((topic) => topic.includes('all-clear'))).toEqual([]);

    const finishedAt = async (): Promise<number | null> => {
      const [run] = await success(stack.call(announcementsHttp.runs, owner, {}));
      const { deliveries } = await success(stack.call(announcementsHttp.run, owner, { run_id: run?.run_id ?? '' }));
      return deliveries[0]?.started_at ? Date.parse(deliveries[0].started_at) : null;
    };
    const speak = async (text: string): Promise<void> => {
      await send(`${place}/say`, text);
      await until(
        'a run is there',
        () => success(stack.call(announcementsHttp.runs, owner, {})),
        (runs) => runs.some(({ title }) => title === text),
      );
    };
    await speak('Supper');
    await until('it is heard', finishedAt, (at) => at !== null);

    await send(`${place}/volume`, '40');
    await until('the volume is there', () => has.get(`${place}/state`)?.includes('"volume":40') === true);
    await send(`${of}/all-clear/press`, 'PRESS');

    await success(stack.call(homeAssistantHttp.remove, owner, { id: connection.id }));
    await until('nothing is left', documents, (topics) => topics.length === 0);
    expect(has.get(`${of}/status`)).toBe('offline');
  });

  it('loses a place with its node, and what it may not do any more', async () => {
    const { owner, node, connection, read, documents, body } = await connect({ allows: ['say', 'all_clear'] });
    await until('it has the place', documents, (topics) => topics.some((topic) => topic.includes('-say/')));
    const { company_id: _node, password: _password, ...fields } = body;
    const { revision } = await read();
    await success(
      stack.call(homeAssistantHttp.change, owner, {
        ...fields,
        id: connection.id,
        allows: [],
        enabled: true,
        revision,
      }),
    );
    await until(
      'it only looks',
      documents,
      (topics) => topics.length > 0 && !topics.some((topic) => /-say\/|all-clear/.test(topic)),
    );
    await success(stack.call(companyChangesHttp.remove, owner, { company_id: node }));
    await until('the place is gone', documents, (topics) => topics.length === 0);
  });

  it('a broker that floods, or is away, is named, and another goes on', async () => {
    const calm = await connect();
    const wild = await connect();
    await until(
      'both are connected',
      async () => [await calm.read(), await wild.read()],
      (both) => both.every(({ state }) => state === 'connected'),
    );
    const node = wild.company.company_id;
    await Promise.all(Array.from({ length: 200 }, (_, n) => wild.send(`${wild.of}/${node}/volume`, String(n % 100))));
    await until('it is left alone', wild.read, ({ state }) => state === 'away');
    expect(await wild.read()).toMatchObject({ problem: 'The broker sends too many messages' });
    expect(await calm.read()).toMatchObject({ state: 'connected', problem: null });
    await calm.broker.stop();
    await until('it is away', calm.read, ({ state }) => state === 'away');
    await stack.call(homeAssistantHttp.remove, calm.owner, { id: calm.connection.id });
  });
});

it.each([
  ['mqtt://10.1.2.3', 422],
  ['mqtt://169.254.169.254', 422],
  ['mqtt://93.184.216.34', 422],
  ['http://127.0.0.1:1883', 400],
  ['mqtt://user:secret@127.0.0.1', 400],
])('%s is refused', async (url, status) => {
  const owner = await createUser(stack);
  const { company } = await createSpeakers(stack, owner, 0);
  const body = { name: 'Home', username: '', allows: [], url, company_id: company.company_id };
  expect((await stack.call(homeAssistantHttp.create, owner, body)).status).toBe(status);
});
