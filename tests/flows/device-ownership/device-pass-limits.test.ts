import { randomSerial } from '@belfry/schemas/domain/serial';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createDevice, createUser, createNewDevice } from '../../support/factories.ts';
import { advanceRateLimits, countStatuses, times, fromIp, unlessBusy } from '../../support/limits.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1' });
});

const enroll = (serial: string, pass: string, ip = '198.51.100.1') =>
  unlessBusy(() => api.call(enrolmentHttp.enrol, null, { serial, pass }, { headers: fromIp(ip) }));
const claim = (key: string, serial: string, pass: string, ip = '198.51.100.1') =>
  unlessBusy(() => api.call(enrolmentHttp.register, { key }, { serial, pass }, { headers: fromIp(ip) }));

describe('guessing a device pass', () => {
  it('counts enrolments and registrations together, and per user when the address changes', async () => {
    const [one, other, user] = [await createDevice(api), await createDevice(api), await createUser(api)];
    for (let tried = 0; tried < 6; tried += 1) await enroll(one.serial, 'wrong', '198.51.100.12');
    const claims = times(6, () => claim(user.key, one.serial, 'wrong', '198.51.100.12'));
    expect(countStatuses(await Promise.all(claims))).toEqual({ 400: 4, 429: 2 });
    const moving = times(8, (index) => claim(user.key, other.serial, 'wrong', `198.51.101.${index}`));
    expect(countStatuses(await Promise.all(moving))).toEqual({ 400: 4, 429: 4 });
  });

  it('does not lock out the device at another address', async () => {
    const { serial, pass } = await createNewDevice(api);
    for (let tried = 0; tried < 12; tried += 1) await enroll(serial, 'wrong', '198.51.100.13');
    expect((await enroll(serial, pass, '198.51.100.13')).status).toBe(429);
    expect((await enroll(serial, pass, '203.0.113.13')).status).toBe(200);
  });

  it('counts a network of IPv6 addresses as one address', async () => {
    const { serial, pass } = await createNewDevice(api);
    const guesses = times(12, (index) => enroll(serial, 'wrong', `2001:db8:0:5::${index}`));
    expect(countStatuses(await Promise.all(guesses))).toEqual({ 401: 10, 429: 2 });
    expect((await enroll(serial, pass, '2001:db8:0:6::1')).status).toBe(200);
  });

  it('is limited per address over many serial numbers', async () => {
    const answers = await Promise.all(times(120, () => enroll(randomSerial(), 'wrong', '198.51.100.14')));
    expect(countStatuses(answers)).toEqual({ 401: 100, 429: 20 });
    const { rows } = await countRows('198.51.100.14');
    expect(rows).toBe(101);
  });

  it('is possible again after the time limit, with a new count', async () => {
    const { serial } = await createNewDevice(api);
    const guess = () => Promise.all(times(12, () => enroll(serial, 'wrong', '198.51.100.15')));
    expect(countStatuses(await guess())).toEqual({ 401: 10, 429: 2 });
    await advanceRateLimits(api, 15 * 60);
    expect(countStatuses(await guess())).toEqual({ 401: 10, 429: 2 });
  });
});

describe('the right pass', () => {
  it('is not counted: hundreds of devices can enrol behind one address', { tags: ['full'] }, async () => {
    const devices = await Promise.all(times(150, () => createNewDevice(api)));
    const answers = await Promise.all(devices.map(({ serial, pass }) => enroll(serial, pass, '198.51.100.20')));
    expect(countStatuses(answers)).toEqual({ 200: 150 });
  });

  it('resets the count of its address', async () => {
    const [{ serial, pass }, user] = [await createDevice(api), await createUser(api)];
    for (let round = 0; round < 2; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) await claim(user.key, serial, 'wrong', `198.51.100.${21 + round}`);
      expect((await claim(user.key, serial, pass, `198.51.100.${21 + round}`)).status).toBe(200);
    }
  });

  it('new serial numbers are not counted as guesses', async () => {
    const user = await createUser(api);
    const answers = await Promise.all(times(15, () => claim(user.key, randomSerial(), 'mine', '198.51.100.23')));
    expect(countStatuses(answers)).toEqual({ 201: 15 });
  });
});

const countRows = async (address: string) =>
  api.db
    .selectFrom('rate_limits')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('key', 'like', `%:${address}%`)
    .executeTakeFirstOrThrow();
