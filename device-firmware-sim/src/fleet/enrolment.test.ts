import { beforeEach, expect, test } from 'vitest';
import type { ProvisionBody } from '@belfry/schemas/http/service/internal';
import { ApiUnavailableError, type ApiClient, type EnrolmentResult } from './api-client.ts';
import { startEnrolment } from './enrolment.ts';
import { createRandom } from '../hardware/random.ts';
import { createProfiles } from './device-profiles.ts';
import { createManualClock } from '../testing/manual-clock.ts';

const PROFILES = createProfiles('enrolment', 3, 0);
const [FIRST] = PROFILES;

function createFakeApi(canProvision: boolean) {
  const devices = new Map<string, string | null>();
  const fake = {
    canProvision,
    devices,
    away: false,
    blocked: new Set<string>(),
    calls: 0,
    provisioned: [] as ProvisionBody[],
    async provision(body: ProvisionBody) {
      if (fake.away) throw new ApiUnavailableError('the api does not answer');
      fake.provisioned.push(body);
      for (const { serial } of body.devices) if (body.reset || !devices.has(serial)) devices.set(serial, null);
    },
    async enroll(serial: string): Promise<EnrolmentResult> {
      fake.calls++;
      if (fake.away) throw new ApiUnavailableError('the api does not answer');
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
let logged: string[] = [];
let keys = new Map<string, string>();

beforeEach(() => {
  clock = createManualClock();
  logged = [];
  keys = new Map();
});

const begin = (api: ApiClient, canReset = true) =>
  startEnrolment({
    api,
    clock,
    random: createRandom('enrolment'),
    log: (line) => void logged.push(line),
    canReset: () => canReset,
    needsKey: ({ serial }) => !keys.has(serial),
    enrolled: ({ serial }, deviceKey) => void keys.set(serial, deviceKey),
  });

test('with the service secret, missing devices are created and all get their keys', async () => {
  const api = createFakeApi(true);
  begin(api).request(PROFILES);
  await clock.advance(1);
  expect(keys.size).toBe(3);
  expect(api.provisioned).toEqual([
    { devices: PROFILES.map(({ serial, pass, note }) => ({ serial, pass, note })), reset: false },
  ]);
  expect(logged).toEqual([]);
});

test('without the service secret only existing devices are enrolled, and the others are logged once', async () => {
  const api = createFakeApi(false);
  api.devices.set(FIRST?.serial ?? '', null);
  begin(api).request(PROFILES);
  await clock.advance(200_000);
  expect(keys.size).toBe(1);
  expect(logged).toEqual(['2 devices not enrolled: the api does not know it']);
});

test('a device that is created later is enrolled then', async () => {
  const api = createFakeApi(false);
  begin(api).request(PROFILES);
  await clock.advance(1);
  for (const { serial } of PROFILES) api.devices.set(serial, null);
  await clock.advance(70_000);
  expect(keys.size).toBe(3);
});

test('a lost key is reset to get another, and that is logged', async () => {
  const api = createFakeApi(true);
  for (const { serial } of PROFILES) api.devices.set(serial, 'lost');
  begin(api).request(PROFILES);
  await clock.advance(1);
  expect(keys.size).toBe(3);
  expect(api.provisioned.at(-1)).toMatchObject({ reset: true });
  expect(logged).toEqual(['3 devices enrolled before, but the key is lost: resetting it']);
});

test('a device that an administrator deleted or re-keyed is neither created again nor reset', async () => {
  const api = createFakeApi(true);
  api.devices.set(FIRST?.serial ?? '', 'rotated');
  begin(api, false).request(PROFILES);
  await clock.advance(200_000);
  expect(api.provisioned).toEqual([]);
  expect(keys.size).toBe(0);
  expect(api.devices.get(FIRST?.serial ?? '')).toBe('rotated');
});

test('requests to an unavailable api are repeated until it answers', async () => {
  const api = createFakeApi(true);
  api.away = true;
  begin(api).request(PROFILES);
  await clock.advance(120_000);
  expect(logged).toEqual(['the api does not answer, trying again']);
  api.away = false;
  await clock.advance(20_000);
  expect(keys.size).toBe(3);
  expect(logged.at(-1)).toBe('the api answers again');
});

test('a refused device is retried about once a minute, however often the broker refuses it', async () => {
  const api = createFakeApi(true);
  for (const { serial } of PROFILES) api.blocked.add(serial);
  const enrolment = begin(api);
  for (let second = 0; second < 300; second++) {
    enrolment.request(PROFILES);
    await clock.advance(1_000);
  }
  expect(api.calls).toBeLessThanOrEqual(3 * 7);
  expect(logged).toEqual(['3 devices not enrolled: the device is blocked']);
});

test('stop ends the attempts', async () => {
  const api = createFakeApi(true);
  api.away = true;
  const enrolment = begin(api);
  enrolment.request(PROFILES);
  enrolment.stop();
  await clock.advance(60_000);
  api.away = false;
  await clock.advance(60_000);
  expect(keys.size).toBe(0);
});
