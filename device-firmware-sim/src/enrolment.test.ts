import { beforeEach, expect, test } from 'vitest';
import type { ProvisionBody } from '@belfry/schemas/http/internal';
import { ApiAway, type ApiClient, type EnrolAnswer } from './api-client.ts';
import { startEnrolment } from './enrolment.ts';
import { createRandom } from './random.ts';
import { createRoster } from './roster.ts';
import { createManualClock } from './testing/manual-clock.ts';

const MEMBERS = createRoster('enrolment', 3, 0);
const [FIRST] = MEMBERS;

/** An api with devices in it: null where one has no key yet. */
function createFakeApi(mayProvision: boolean) {
  const devices = new Map<string, string | null>();
  const fake = {
    mayProvision,
    devices,
    away: false,
    blocked: new Set<string>(),
    calls: 0,
    provisioned: [] as ProvisionBody[],
    async provision(body: ProvisionBody) {
      if (fake.away) throw new ApiAway('the api does not answer');
      fake.provisioned.push(body);
      for (const { serial } of body.devices) if (body.reset || !devices.has(serial)) devices.set(serial, null);
    },
    async enroll(serial: string): Promise<EnrolAnswer> {
      fake.calls++;
      if (fake.away) throw new ApiAway('the api does not answer');
      if (fake.blocked.has(serial)) return { kind: 'refused', reason: 'the device is blocked' };
      if (!devices.has(serial)) return { kind: 'unknown' };
      if (devices.get(serial) !== null) return { kind: 'already_enrolled' };
      devices.set(serial, `key of ${serial}`);
      return { kind: 'enrolled', deviceKey: `key of ${serial}` };
    },
  };
  return fake satisfies ApiClient;
}

let clock = createManualClock();
let said: string[] = [];
let keys = new Map<string, string>();

beforeEach(() => {
  clock = createManualClock();
  said = [];
  keys = new Map();
});

const begin = (api: ApiClient, mayReset = true) =>
  startEnrolment({
    api,
    clock,
    random: createRandom('enrolment'),
    say: (line) => void said.push(line),
    mayReset: () => mayReset,
    isWanting: ({ serial }) => !keys.has(serial),
    enrolled: ({ serial }, deviceKey) => void keys.set(serial, deviceKey),
  });

test('with the secret missing devices are made, and all get their keys', async () => {
  const api = createFakeApi(true);
  begin(api).request(MEMBERS);
  await clock.advance(1);
  expect(keys.size).toBe(3);
  expect(api.provisioned).toEqual([
    { devices: MEMBERS.map(({ serial, pass, note }) => ({ serial, pass, note })), reset: false },
  ]);
  expect(said).toEqual([]);
});

test('without the secret only existing ones are enrolled, and it is said once for the others', async () => {
  const api = createFakeApi(false);
  api.devices.set(FIRST?.serial ?? '', null);
  begin(api).request(MEMBERS);
  await clock.advance(200_000);
  expect(keys.size).toBe(1);
  expect(said).toEqual(['2 devices not enrolled: the api does not know it']);
});

test('a device that somebody makes later is enrolled then', async () => {
  const api = createFakeApi(false);
  begin(api).request(MEMBERS);
  await clock.advance(1);
  for (const { serial } of MEMBERS) api.devices.set(serial, null);
  await clock.advance(70_000);
  expect(keys.size).toBe(3);
});

test('a lost key is taken away to get another, and that is said', async () => {
  const api = createFakeApi(true);
  for (const { serial } of MEMBERS) api.devices.set(serial, 'lost');
  begin(api).request(MEMBERS);
  await clock.advance(1);
  expect(keys.size).toBe(3);
  expect(api.provisioned.at(-1)).toMatchObject({ reset: true });
  expect(said).toEqual(['3 devices enrolled before, but the key is not here: taking it away to get another']);
});

test('a device that a person deleted or re-keyed is neither made again nor reset', async () => {
  const api = createFakeApi(true);
  api.devices.set(FIRST?.serial ?? '', 'rotated');
  begin(api, false).request(MEMBERS);
  await clock.advance(200_000);
  expect(api.provisioned).toEqual([]);
  expect(keys.size).toBe(0);
  expect(api.devices.get(FIRST?.serial ?? '')).toBe('rotated');
});

test('an api that is away is asked again until it answers', async () => {
  const api = createFakeApi(true);
  api.away = true;
  begin(api).request(MEMBERS);
  await clock.advance(120_000);
  expect(said).toEqual(['the api does not answer, trying again']);
  api.away = false;
  await clock.advance(20_000);
  expect(keys.size).toBe(3);
  expect(said.at(-1)).toBe('the api answers again');
});

test('who was refused is asked for about once a minute, however often the broker refuses', async () => {
  const api = createFakeApi(true);
  for (const { serial } of MEMBERS) api.blocked.add(serial);
  const enrolment = begin(api);
  for (let second = 0; second < 300; second++) {
    enrolment.request(MEMBERS);
    await clock.advance(1_000);
  }
  expect(api.calls).toBeLessThanOrEqual(3 * 7);
  expect(said).toEqual(['3 devices not enrolled: the device is blocked']);
});

test('a stop ends the asking', async () => {
  const api = createFakeApi(true);
  api.away = true;
  const enrolment = begin(api);
  enrolment.request(MEMBERS);
  enrolment.stop();
  await clock.advance(60_000);
  api.away = false;
  await clock.advance(60_000);
  expect(keys.size).toBe(0);
});
