import { startDevice } from '@belfry/device-firmware-sim/device/device';
import { findHomeNow, type HomePlace } from '@belfry/api/features/home-assistant/places.repository';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { homeAssistantHttp, type NewHomeAssistantBody } from '@belfry/schemas/http/home-assistant';
import { letPass } from '@belfry/schemas/testing/clock';
import { sql } from 'kysely';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import mqttPacket from 'mqtt-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { playerMessage } from '../../support/devices/device-messages.ts';
import { createCompany, createDevice, createSpeakers, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { hasMosquitto } from '../../support/processes/mosquitto.ts';
import { startHomeBroker } from '../../support/services/home-assistant-broker.ts';
import { startHostileBroker } from '../../support/services/hostile-mqtt-broker.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  await changeSettings(stack, { HOME_ASSISTANT_ALLOW: '127.0.0.1' });
});

const nameOf = (places: readonly HomePlace[], { company_id }: { company_id: number }): string =>
  places.find((place) => place.company_id === company_id)?.name ?? '';

async function connect(changes: Partial<NewHomeAssistantBody> = {}) {
  const home = await startHomeBroker();
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

  it('starts a scenario by its button, which is there while that is allowed', async () => {
    const { owner, company, connection, send, of, documents } = await connect({ allows: ['scenarios'] });
    const { company_id } = company;
    const body = { name: 'Quiet', company_id, actions: [{ kind: 'silence' as const, minutes: 5 }] };
    const { id } = await success(stack.call(scenariosHttp.create, owner, body));
    const button = `homeassistant/button/belfry_${connection.id}/scenario-${id}/config`;
    await until('the button is there', documents, (topics) => topics.includes(button));
    await send(`${of}/scenario-${id}/press`, 'PRESS');
    const runs = () => success(stack.call(scenarioRunsHttp.list, owner, {}));
    const [run] = await until('it was started', runs, ({ length }) => length === 1);
    expect(run).toMatchObject({ name: 'Quiet', source: 'trigger', started_by: 'Home' });
    await success(stack.call(scenariosHttp.remove, owner, { id }));
    await until('the button is gone', documents, (topics) => !topics.includes(button));
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
    const lost = await connect({ url: 'mqtt://127.0.0.1:1' });
    await until('it says why in words', lost.read, ({ problem }) => problem === 'Nothing answers there');
    await stack.call(homeAssistantHttp.remove, calm.owner, { id: calm.connection.id });
  });

  it.each([
    [
      'one packet that never ends',
      Buffer.concat([Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(65_536)]),
      'much',
    ],
    [
      'messages of 200 kB without end',
      mqttPacket.generate({
        cmd: 'publish',
        qos: 0,
        dup: false,
        retain: false,
        topic: 'homeassistant/x',
        payload: Buffer.alloc(200_000),
      }),
      'much',
    ],
    [
      'the smallest packets without end',
      Buffer.alloc(2_000, mqttPacket.generate({ cmd: 'pingresp' })),
      'many messages',
    ],
  ])(
    'a broker that sends %s is left alone, and another connection goes on',
    { tags: ['full'] },
    async (_what, bytes, why) => {
      const hostile = await startHostileBroker(bytes);
      onTestFinished(hostile.close);
      const calm = await connect();
      await until('the other is connected', calm.read, ({ state, places }) => state === 'connected' && places === 1);
      const wild = await connect({ url: hostile.url });
      const { problem } = await until('it is cut', wild.read, ({ state }) => state === 'away');
      expect(problem).toBe(`The broker sends too ${why}`);
      const asked = performance.now();
      await calm.send(`${calm.of}/${calm.company.company_id}/say`, 'Supper');
      await until(
        'it is said',
        () => success(stack.call(announcementsHttp.runs, calm.owner, {})),
        (runs) => runs.length > 0,
      );
      expect(performance.now() - asked).toBeLessThan(5_000);
      // One that is only away would be tried again after five seconds.
      await letPass(6_000);
      expect(hostile.connections()).toBe(1);
      expect(await calm.read()).toMatchObject({ state: 'connected', problem: null });
    },
  );

  it('gives each owner the first connection before anybody the second, and says at the others why they wait', async () => {
    const first = await connect();
    const second = await success(stack.call(homeAssistantHttp.create, first.owner, { ...first.body, name: 'Second' }));
    const readSecond = () => success(stack.call(homeAssistantHttp.read, first.owner, { id: second.id }));
    onTestFinished(() => void stack.call(homeAssistantHttp.remove, first.owner, { id: second.id }));
    await until('both are connected', readSecond, ({ state }) => state === 'connected');
    await until('the second has its places', () =>
      first.has.has(`belfry/${second.id}/${first.company.company_id}/state`),
    );
    onTestFinished(await changeSettings(stack, { HOME_ASSISTANT_CONNECTIONS: '2' }));
    const other = await connect();
    await until('the other owner is connected', other.read, ({ state }) => state === 'connected');
    const waiting = await until('the second waits', readSecond, ({ state }) => state === 'away');
    expect(waiting.problem).toContain('room for 2 connections');
    expect(await first.read()).toMatchObject({ state: 'connected' });
    // Its places are unavailable, not gone.
    expect(first.has.get(`belfry/${second.id}/status`)).toBe('offline');
    expect(first.documents().some((topic) => topic.includes(`belfry_${second.id}/`))).toBe(true);
    await success(stack.call(homeAssistantHttp.remove, other.owner, { id: other.connection.id }));
    await until('it has its turn', readSecond, ({ state, problem }) => state === 'connected' && problem === null);
  });

  it('what is above the limit of commands is neither read nor written, and is said once', async () => {
    const { read, send, of, company, connection } = await connect();
    await until('it is connected with a place', read, ({ state, places }) => state === 'connected' && places === 1);
    onTestFinished(await changeSettings(stack, { RATE_LIMIT_SCALE: '0.1' }));
    const written = async (): Promise<number> => {
      const { rows } = await sql<{ updates: number }>`
        select pg_stat_force_next_flush(), pg_stat_get_tuples_updated('home_assistants'::regclass)::int as updates`.execute(
        stack.db,
      );
      return rows[0]?.updates ?? 0;
    };
    const before = await written();
    const most = 45;
    await Promise.all(Array.from({ length: most }, () => send(`${of}/${company.company_id}/volume`, '30')));
    await until('it is said', read, ({ problem }) => problem === 'Too many commands');
    const hits = async (): Promise<number> => {
      const { rows } = await sql<{ hits: number }>`
        select hits from rate_limits where key = ${`home-assistant:${connection.id}`}`.execute(stack.db);
      return rows[0]?.hits ?? 0;
    };
    await until('what is permitted is counted', hits, (count) => count >= 3);
    await letPass(500);
    expect(await hits()).toBe(3);
    await until('the figures are there', written, (now) => now > before);
    // Others may have come in late.
    expect(await written()).toBeLessThan(before + 10);
  });
});

it('a place is as loud and as far online as the loudspeakers at it and below it, and plays what one of them plays', async () => {
  const owner = await createUser(stack);
  const { main, company, ids } = await createSpeakers(stack, owner, 3);
  const element = await createCompany(stack, { below: main });
  const yard = await createCompany(stack, { below: element, name: 'Yard' });
  const volumes = [10, 30, null, 80];
  for (const [index, company_id] of [...ids, yard.company_id].entries()) {
    const { device_id } = await createDevice(stack, { user_id: owner.id, company_id, device_mode: 'active' });
    const players = {
      ...(volumes[index] != null && {
        voice: playerMessage({ state: 'idle', volume: volumes[index], current_track: 'Bell' }),
      }),
      music: playerMessage({ state: index === 3 ? 'play' : 'stopped', volume: 50, current_track: `Song ${index}` }),
    };
    await sql`update device_state set reported_status = ${index === 0 ? 'offline' : 'online'}, players = ${JSON.stringify(players)}
      where device_id = ${device_id}`.execute(stack.db);
  }
  const { places } = await findHomeNow(stack.db, { owner_id: owner.id, company_id: main.company_id });
  const ofPlaces = places.map(({ name: _name, ...place }) => place);
  expect(ofPlaces).toEqual([
    { company_id: main.company_id, devices: 4, online: 3, volume: 40, plays: 'Song 3' },
    ...[
      { company_id: company.company_id, devices: 3, online: 2, volume: 20, plays: null },
      { company_id: element.company_id, devices: 1, online: 1, volume: 80, plays: 'Song 3' },
    ].toSorted((a, b) => nameOf(places, a).localeCompare(nameOf(places, b), 'en', { numeric: true })),
  ]);
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
