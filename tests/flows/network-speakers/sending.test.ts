import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { topics } from '@belfry/schemas/mqtt/topics';
import { expect, it } from 'vitest';
import { statusOf } from '../../support/commands.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { aSpeaker, TRANSPORT } from '../../support/devices/network-speakers.ts';
import { createAdmin, createDevice, type TestDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { dateIn, programmeOf, scheduleBody } from '../../support/programmes.ts';
import type { Stack } from '../../support/stack.ts';
import { createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let chain: Awaited<ReturnType<typeof createShops>>;
let sender: TestDevice;
let host: MqttDevice;
let nudges = 0;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  chain = await createShops(stack);
  sender = await createDevice(stack, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  host = await connectDevice(stack.mqttUrl, sender);
  await host.client.subscribeAsync(topics.speakers(sender.serial), { qos: 1 });
  host.client.on('message', (topic) => (nudges += Number(topic === topics.speakers(sender.serial))));
});

const add = (name: string) =>
  success(stack.call(networkSpeakersHttp.create, chain.owner, aSpeaker(chain.own.company, sender, name)));
/** As the sender signs in for it: by the serial number of the speaker, with its own key. */
const connect = (serial: string, { device_key } = sender) => connectDevice(stack.mqttUrl, { serial, device_key });
const isRefused = (serial: string, by: TestDevice = sender): Promise<boolean> =>
  connect(serial, by).then(
    (device) => device.disconnect().then(() => false),
    () => true,
  );
const isOnline = (serial: string) => until('it is online', async () => (await statusOf(stack, serial)) === 'online');
const ended = (device: MqttDevice) => until('its connection ends', () => !device.client.connected);
it('says what it was sent, never that it was heard', async () => {
  const { serial } = await add('Yard');
  await until('the sender is told', () => nudges > 0);
  const horn = await connect(serial);
  await horn.status();
  await isOnline(serial);
  await success(stack.call(schedulesHttp.create, chain.owner, scheduleBody([chain.own.company.company_id])));
  const itself = { ...sender, serial };
  await programmeOf(stack, itself, 'what it plays by itself', ({ runs }) => runs.length > 0);
  const said = { text: 'Closing soon', targets: { nodes: [chain.own.company.company_id] } };
  expect(await success(stack.call(sayHttp.preview, chain.owner, said))).toMatchObject({ reachable: 1, sent: 1 });
  const { run_id } = await success(stack.call(sayHttp.say, chain.owner, said));
  await horn.nextCommand();
  const report = (seq: number, event: string, reason: string | null = null) =>
    horn.publish(topics.receipts(serial), { seq, run_id, event, reason, at: new Date().toISOString() });
  await report(1, 'started');
  const read = () => success(stack.call(announcementsHttp.run, chain.owner, { run_id }));
  const begun = await until('its beginning', read, ({ counts }) => counts.started === 1);
  expect(begun.receipt).toMatchObject({ heard: 0, sent: 1 });
  await report(2, 'finished', 'sent');
  const run = await until('its end', read, ({ counts }) => counts.finished === 1);
  expect(run.receipt).toMatchObject({ devices: 2, heard: 0, sent: 1 });
  expect(run.deliveries.find((each) => each.serial === serial)).toMatchObject({
    state: 'finished',
    reason_code: 'sent',
    heard: false,
    sent: true,
  });
  const days = { from: dateIn(-1), to: dateIn(1) };
  const runs = await success(stack.call(proofOfPlayHttp.runs, chain.owner, days));
  expect(runs.find((each) => each.run_id === run_id)).toMatchObject({ expected: 2, heard: 0, sent: 1 });
  const csv = await stack.raw(proofOfPlayHttp.csv, chain.owner, days);
  expect(await csv.text()).toMatch(new RegExp(`${serial}.*sent`));
  await horn.disconnect();
});

it('is signed in for by its sender only, as long as that has the same owner and is not blocked', async () => {
  const admin = await createAdmin(stack);
  const { serial, device_id } = await add('Gate');
  const other = await createDevice(stack, { user_id: chain.owner.id });
  expect(await isRefused(serial, other)).toBe(true);
  const edit = (device: TestDevice | { device_id: number }, fields: object) =>
    success(stack.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, ...fields }));

  let horn = await connect(serial);
  const moved = { device_id, name: 'Gate', sender: other.serial, transport: TRANSPORT };
  await success(stack.call(networkSpeakersHttp.change, chain.owner, moved));
  await ended(horn);
  expect([await isRefused(serial), await isRefused(serial, other)]).toEqual([true, false]);

  horn = await connect(serial, other);
  await edit(other, { device_mode: 'blocked' });
  await ended(horn);
  expect(await isRefused(serial, other)).toBe(true);
  expect((await success(stack.call(networkSpeakersHttp.read, chain.owner, { device_id }))).carried).toBe(false);
  await edit(other, { device_mode: 'active' });

  horn = await connect(serial, other);
  const { device_key } = await success(stack.call(devicesAdminHttp.rotateKey, admin, { device_id: other.device_id }));
  await ended(horn);
  expect([await isRefused(serial, other), await isRefused(serial, { ...other, device_key })]).toEqual([true, false]);

  horn = await connect(serial, { ...other, device_key });
  await edit(other, { user_id: admin.id });
  await ended(horn);
  expect(await isRefused(serial, { ...other, device_key })).toBe(true);
});

it('ends with its removal, another owner, and a key of its own', async () => {
  const admin = await createAdmin(stack);
  const [removed, given, keyed] = [await add('Removed'), await add('Given'), await add('Keyed')];
  const horns = [await connect(removed.serial), await connect(given.serial), await connect(keyed.serial)];
  await success(stack.call(networkSpeakersHttp.remove, chain.owner, { device_id: removed.device_id }));
  await success(stack.call(devicesAdminHttp.edit, admin, { device_id: given.device_id, user_id: admin.id }));
  const { device_key } = await success(stack.call(devicesAdminHttp.rotateKey, admin, { device_id: keyed.device_id }));
  for (const horn of horns) await ended(horn);
  for (const { serial } of [removed, given, keyed]) expect(await isRefused(serial)).toBe(true);
  expect(await isRefused(keyed.serial, { ...sender, device_key })).toBe(false);
  const { body } = await stack.call(networkSpeakersHttp.carried, { key: deviceAuthorization(sender) });
  const serials = body.speakers.map(({ serial }) => serial);
  for (const { serial } of [removed, given, keyed]) expect(serials).not.toContain(serial);
});

it('has no more than its sender carries', async () => {
  const full = await createDevice(stack, { user_id: chain.owner.id });
  await stack.pool.query(
    `with made as (
       insert into devices (serial, user_id, device_mode)
       select '9000-0000-0000-' || lpad(n::text, 4, '0'), $1, 'active' from generate_series(1, 200) n returning device_id
     ), states as (
       insert into device_state (device_id) select device_id from made
     )
     insert into network_speakers (device_id, sender, transport, destinations) select device_id, $2, $3, '{}' from made`,
    [chain.owner.id, full.serial, JSON.stringify(TRANSPORT)],
  );
  const one = aSpeaker(chain.own.company, full, 'One too many');
  const { status, body } = await stack.call(networkSpeakersHttp.create, chain.owner, one);
  expect([status, body.details?.[0]?.path]).toEqual([422, 'sender']);
});
