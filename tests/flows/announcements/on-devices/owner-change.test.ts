/** @module-tag full */
import { proofOfPlayHttp, type ProofRow } from '@belfry/schemas/http/announcements/proof-of-play';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { afterAll, expect, test } from 'vitest';
import { createAdmin, createUser, type TestDevice, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import type { Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { createMessage } from '../../../support/library.ts';
import {
  createSchool,
  dateIn,
  fetchProgramme,
  programmeOf,
  type School,
  scheduleBody,
} from '../../../support/programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { deviceAuthorization } from '../../../support/device-authorization.ts';

let stack: Stack;
let former: TestUser;
let next: TestUser;
let school: School;
let device: Device;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  [former, next] = [await createUser(stack), await createUser(stack)];
  school = await createSchool(stack, former);
  const { serial, device_key } = school.device;
  device = startDevice({ serial, deviceKey: device_key, mqttUrl: stack.mqttUrl, apiUrl: stack.url, ackTimeoutMs: 500 });
});
afterAll(() => device.stop());

const stored = () => device.flash.programme.load()?.programme;
const readAudio = async (sha256: string, { serial }: TestDevice, key: string): Promise<number> => {
  const asDevice = { key: deviceAuthorization({ serial, device_key: key }) };
  const response = await stack.raw(audioContentHttp.download, asDevice, { sha256 });
  await response.body?.cancel();
  return response.status;
};
const say = (owner: TestUser, text: string) =>
  stack.call(sayHttp.say, owner, { text, targets: { devices: [school.device.serial] } });
const proofOf = async ({ key }: TestUser): Promise<ProofRow[]> => {
  const range = { from: `${dateIn(-1)}T00:00:00Z`, to: `${dateIn(1)}T00:00:00Z` };
  return (await stack.call(proofOfPlayHttp.places, { key }, range)).body;
};
const finished = (owner: TestUser, title: string) =>
  until(
    `${title} was heard`,
    () => proofOf(owner),
    (rows) => rows.some((row) => row.title === title && row.state === 'finished'),
  );

test('a device that gets another owner plays and reports for that owner only, and reads nothing of the former one', async () => {
  const action = { type: 'message', message_id: (await createMessage(stack, former)).id };
  const daily = { starts_at: `${dateIn(1)}T08:00`, rrule: 'FREQ=DAILY', duration_minutes: null };
  await stack.call(schedulesHttp.create, former, scheduleBody([school.main], { action, ...daily }));
  await createMessage(stack, former, { name: 'Fire', emergency: true, chime: 'alarm' });
  await until('its programme', () => (stored()?.runs.length ?? 0) > 0 && stored()?.emergency.length === 1);
  await until('its audio', () => stored()?.audio.every(({ sha256 }) => device.flash.audio.has(sha256)));
  await say(former, 'Welcome');
  await finished(former, 'Welcome');
  const spoken = stored()?.runs.flatMap((run) => ('items' in run ? run.items : []))[0]?.sha256 ?? '';
  const { device: told } = school;
  expect(await readAudio(spoken, told, told.device_key)).toBe(200);

  const admin = await createAdmin(stack);
  await stack.call(devicesAdminHttp.edit, admin, { device_id: told.device_id, user_id: next.id });
  await until('it is disconnected', () => !device.isConnected);
  expect((await fetchProgramme(stack, told)).status).toBe(401);
  expect(await readAudio(spoken, told, told.device_key)).toBe(401);

  // It fetches a key for its new owner, as a fleet does.
  const enrolled = await stack.call(enrolmentHttp.enrol, null, { serial: told.serial, pass: told.pass });
  expect(enrolled.status).toBe(200);
  const { device_key } = enrolled.body;
  device.erase();
  expect([stored(), device.flash.audio.size, device.flash.receipts.size]).toEqual([undefined, 0, 0]);
  device.flash.memory.device_key = device_key;
  device.reconnect();
  await until('it is connected', () => device.isConnected);
  expect(await readAudio(spoken, told, device_key)).toBe(404);

  await createMessage(stack, next, { name: 'Flood', emergency: true, variants: [{ language: 'en', text: 'Flood' }] });
  const now = { ...told, device_key };
  const programme = await programmeOf(stack, now, 'the emergency of the new owner', ({ emergency }) =>
    emergency.some(({ name }) => name === 'Flood'),
  );
  expect(programme.emergency.map(({ name }) => name)).toEqual(['Flood']);
  expect(programme.runs).toEqual([]);
  expect(programme.audio.map(({ sha256 }) => sha256)).not.toContain(spoken);

  expect((await say(former, 'Mine')).status).toBe(404);
  // It is spoken where a device is online only.
  await until('it is online', async () => (await say(next, 'Hello')).body.offline === 0);
  await finished(next, 'Hello');
  expect((await proofOf(next)).map(({ title }) => title)).not.toContain('Welcome');
  expect((await proofOf(former)).map(({ title }) => title)).toEqual(['Welcome']);
}, 120_000);
