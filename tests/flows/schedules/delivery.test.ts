import type { ProgrammeMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { afterAll, expect, it } from 'vitest';
import { createUser, type TestUser } from '../../support/factories.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { durationOf } from '../../support/devices/steady-clock.ts';
import { until } from '../../support/until.ts';
import { createSchool, dateIn, programmeOf, settled, type School, scheduleBody } from '../../support/programmes.ts';

let stack: Stack;
let replica: Awaited<ReturnType<Stack['startReplica']>>;
let owner: TestUser;
let school: School;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  replica = await stack.startReplica();
  owner = await createUser(stack);
  school = await createSchool(stack, owner);
});
afterAll(async () => {
  await replica.stop();
});

const silence = (overrides: object = {}) =>
  scheduleBody([school.main], { starts_at: `${dateIn(1)}T08:00`, rrule: null, ...overrides });
/** Connects as the device; `programmes` are the announcements that it receives. */
const listen = async () => {
  const device = await connectDevice(stack.mqttUrl, school.device);
  const programmes: ProgrammeMessage[] = [];
  device.client.on('message', (topic, payload) => {
    if (topic === topics.programme(school.device.serial))
      programmes.push(JSON.parse(payload.toString()) as ProgrammeMessage);
  });
  await device.client.subscribeAsync(topics.programme(school.device.serial), { qos: 1 });
  // As every device does when it has connected: an engine that retains nothing gives it nothing before.
  await device.status();
  return { ...device, programmes };
};

it('a change reaches a device that is online within two seconds, compiled by one of two instances', async () => {
  const device = await listen();
  const { body } = await stack.call(schedulesHttp.create, owner, silence());
  const announced = () =>
    until(
      'the announcement',
      () => device.programmes,
      (all) => all.length > 0,
    );
  expect(await durationOf(announced)).toBeLessThan(2_000);
  await settled(stack);
  expect(device.programmes.map(({ version }) => version)).toEqual([1]);
  const programme = await programmeOf(replica, school.device, 'the silence', ({ runs }) => runs.length === 1);
  expect(programme.version).toBe(1);
  const changes = ['Exam 1', 'Exam 2', 'Exam 3'];
  for (const name of changes) await stack.call(schedulesHttp.change, owner, { id: body.id, name });
  const last = await programmeOf(stack, school.device, 'the last name', ({ runs }) => runs[0]?.title === 'Exam 3');
  await settled(stack);
  await until(
    'the last version',
    () => device.programmes.at(-1)?.version,
    (version) => version === last.version,
  );
  const versions = device.programmes.map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(new Set(versions).size).toBe(versions.length);
  await device.disconnect();
});

it('a broker that has lost its retained messages is told again', async () => {
  const before = await programmeOf(stack, school.device, 'the silence', ({ runs }) => runs.length === 1);
  await stack.stopBroker();
  await stack.startBroker();
  await stack.ready();
  const device = await listen();
  await until(
    'the announcement',
    () => device.programmes.at(-1)?.version,
    (version) => version === before.version,
  );
  await device.disconnect();
});

it('a change is announced when the broker is back', async () => {
  const before = await programmeOf(stack, school.device, 'the silence', ({ runs }) => runs.length === 1);
  await stack.stopBroker();
  await stack.call(schedulesHttp.create, owner, silence({ name: 'Another', starts_at: `${dateIn(2)}T08:00` }));
  await programmeOf(stack, school.device, 'both', ({ runs }) => runs.length === 2);
  await stack.startBroker();
  await stack.ready();
  const device = await listen();
  await until(
    'the announcement',
    () => device.programmes.at(-1)?.version,
    (version) => version === before.version + 1,
  );
  await device.disconnect();
});
