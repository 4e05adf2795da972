import type * as passwords from '@belfry/api/lib/password-hash';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createDevice, createUser, createNewDevice } from '../../support/factories.ts';
import { countStatuses, times, fromIp, unlessBusy } from '../../support/limits.ts';

/** All computed hashes of passes, with their cost. */
const hashed = vi.hoisted(() => ({ calls: [] as string[] }));
vi.mock('@belfry/api/lib/password-hash', async (original) => {
  const actual = await original<typeof passwords>();
  return {
    ...actual,
    verifyPassword: (pass: string, phc: string) => {
      hashed.calls.push(/m=\d+,t=\d+/.exec(phc)?.[0] ?? phc);
      return actual.verifyPassword(pass, phc);
    },
    simulateVerification: (pass: string, given?: passwords.HashCost) => {
      const cost = given ?? actual.PERSON_COST;
      hashed.calls.push(`m=${cost.memoryKiB},t=${cost.passes}`);
      return actual.simulateVerification(pass, cost);
    },
  } satisfies typeof passwords;
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
afterEach(() => {
  hashed.calls = [];
});

const enroll = (serial: string, pass: string, ip = '198.51.100.1') =>
  unlessBusy(() => api.call(enrolmentHttp.enrol, null, { serial, pass }, { headers: fromIp(ip) }));
const claim = (key: string, serial: string, pass: string, ip = '198.51.100.1') =>
  unlessBusy(() => api.call(enrolmentHttp.register, { key }, { serial, pass }, { headers: fromIp(ip) }));

describe('guessing a device pass', () => {
  it('is limited to ten checks for a hundred concurrent enrolments', async () => {
    const { serial } = await createNewDevice(api);
    const answers = await Promise.all(times(100, (index) => enroll(serial, `guess-${index}`, '198.51.100.10')));
    expect(countStatuses(answers)).toEqual({ 401: 10, 429: 90 });
    expect(hashed.calls).toHaveLength(10);
  });

  it('is limited to ten checks for a hundred concurrent registrations', async () => {
    const [{ serial }, user] = [await createDevice(api), await createUser(api)];
    const answers = await Promise.all(
      times(100, (index) => claim(user.key, serial, `guess-${index}`, '198.51.100.11')),
    );
    expect(countStatuses(answers)).toEqual({ 400: 10, 429: 90 });
    expect(hashed.calls).toHaveLength(10);
  });

  it('is limited to one guess an hour per address when many addresses guess, and the device can still enrol', async () => {
    const { serial, pass } = await createNewDevice(api);
    for (let network = 0; network < 10; network += 1) {
      await Promise.all(times(10, () => enroll(serial, 'wrong', `192.0.2.${network}`)));
    }
    hashed.calls = [];
    const late = times(3, () => enroll(serial, 'wrong', '192.0.2.100'));
    expect(countStatuses(await Promise.all(late))).toEqual({ 401: 1, 429: 2 });
    expect(hashed.calls).toHaveLength(1);
    expect((await enroll(serial, pass, '192.0.2.101')).status).toBe(200);
  });
});

it('known, unknown and passless serial numbers cost the same check', async () => {
  const provisioned = await createNewDevice(api);
  const user = await createUser(api);
  const registered = randomSerial();
  await claim(user.key, registered, 'mine', '198.51.100.30');
  const passless = await createDevice(api, { key_hash: null, device_mode: 'new', pass_hash: null });
  const costs = [];
  for (const serial of [provisioned.serial, registered, passless.serial, randomSerial()]) {
    hashed.calls = [];
    expect((await enroll(serial, 'wrong', '198.51.100.31')).status).toBe(401);
    costs.push(hashed.calls);
  }
  expect(costs).toEqual(times(4, () => ['m=1024,t=1']));
});
