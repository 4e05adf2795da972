/** @module-tag full */
import { alarmsHttp, type AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { homeHttp } from '@belfry/schemas/http/places/home';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { endFakeTimers } from '../../support/fake-date.ts';
import { letDevicesBeJudged } from '../../support/alarms/judged-devices.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
beforeAll(async () => {
  stack = await startStack();
  owner = await createUser(stack);
});
afterEach(endFakeTimers);
afterAll(() => stack.stop());

const summary = async (): Promise<AlarmSummary> => (await stack.call(alarmsHttp.summary, owner)).body;
const isChecking = ({ checking_since }: AlarmSummary): boolean => checking_since !== null;

/** A loudspeaker of the owner at a new place, online as it was last stored, and not heard for an hour. */
async function aSpeakerOfBefore(): Promise<{ serial: string; place: number }> {
  const place = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
  const shop = await createCompany(stack, { below: place, type: 'Company', name: 'Shop' });
  const node = await createCompany(stack, { below: shop, name: 'Door' });
  const { serial } = await createDevice(stack, { user_id: owner.id, company_id: node.company_id });
  await storeOnline(serial, '1 hour');
  return { serial, place: shop.company_id };
}

const storeOnline = (serial: string, heardAgo: string): Promise<unknown> =>
  stack.pool.query(
    `update device_state s set reported_status = 'online', silent = false, last_seen = now() - $2::interval
    from devices d where d.device_id = s.device_id and d.serial = $1`,
    [serial, heardAgo],
  );

it('says that it checks after a start until each device that was online has been heard, whatever lists it as online', async () => {
  await until('nothing is waited for', summary, (found) => found.watching && !isChecking(found));
  const { serial, place } = await aSpeakerOfBefore();
  await stack.stopApi();
  await stack.startApi();
  await stack.ready();
  expect(isChecking(await until('it checks', summary, isChecking))).toBe(true);
  const online = { loudspeakers: 1, online: 1 };
  expect((await stack.call(homeHttp.head, owner)).body).toMatchObject({ ...online, places: 1, all_right: 1 });
  expect((await stack.call(homeHttp.regions, owner, { since: new Date().toISOString() })).body).toMatchObject([
    { ...online, all_right: 1 },
  ]);
  expect((await stack.call(placesHttp.list, owner)).body).toMatchObject([online]);
  expect((await stack.call(placesHttp.read, owner, { company_id: place })).body).toMatchObject(online);
  expect((await stack.call(devicesHttp.listOwn, owner)).body).toMatchObject([{ serial, status: 'online' }]);

  await storeOnline(serial, '0 s');
  expect(await summary()).toMatchObject({ watching: true, checking_since: null });
  await stack.pool.query('delete from devices where serial = $1', [serial]);
});

it(
  'devices are not judged in the first minute after a start, which the summary says',
  { timeout: 90_000 },
  async () => {
    const { serial } = await aSpeakerOfBefore();
    const first = await until('somebody looks', summary, ({ watching }) => watching);
    expect(first).toMatchObject({ open: 0, checking_since: expect.any(String) });
    expect(Date.now() - Date.parse(first.checking_since ?? '')).toBeLessThan(60_000);
    await letDevicesBeJudged(stack);
    expect(await summary()).toMatchObject({ watching: true, checking_since: null });

    await stack.stopApi();
    await storeOnline(serial, '1 hour');
    await stack.startApi();
    await stack.ready();
    const again = await until('it checks again', summary, isChecking);
    expect(again.watching).toBe(true);
    await letDevicesBeJudged(stack);
    expect(await summary()).toMatchObject({ watching: true, checking_since: null });
  },
);

it('an evaluator that has not been heard of for 30 s is not taken to judge', async () => {
  await stack.stopApi();
  const late = new Date(Date.now() - 40_000);
  const { rows } = await stack.pool.query<AlarmSummary>(
    'update alarm_progress set evaluated_at = $1, checking_since = null returning evaluated_at',
    [late],
  );
  expect(rows).toHaveLength(1);
  await stack.startApi();
  await stack.ready();
  const found = await until('it checks', summary, isChecking);
  expect(Date.parse(found.checking_since ?? '')).toBe(late.getTime());
});
