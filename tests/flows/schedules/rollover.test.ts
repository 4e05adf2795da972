import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import {
  createSchool,
  dateIn,
  fetchProgramme,
  programmeOf,
  settled,
  type School,
  scheduleBody,
} from '../../support/programmes.ts';

let api: TestApi;
let owner: TestUser;
let school: School;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
  school = await createSchool(api, owner);
});
const stored = () =>
  api.db
    .selectFrom('programmes')
    .select(['version', 'announce_at'])
    .where('device_id', '=', school.device.device_id)
    .executeTakeFirstOrThrow();
/** Compiles as if the stored content were of another day. */
const compileAgain = async (due: boolean): Promise<void> => {
  await api.db
    .updateTable('programmes')
    .set({ content_hash: 'another day' })
    .where('device_id', '=', school.device.device_id)
    .execute();
  await api.db.insertInto('stale_programmes').values({ user_id: owner.id, due }).execute();
  await settled(api);
};

it('announces another day at a moment of each device, or when the device asks for it', async () => {
  await api.call(
    schedulesHttp.create,
    owner,
    scheduleBody([school.main], { starts_at: `${dateIn(0)}T08:00`, rrule: 'FREQ=DAILY' }),
  );
  await settled(api);
  await compileAgain(false);
  const changed = await stored();
  expect(changed.announce_at).toBeNull();
  await compileAgain(true);
  const { version, announce_at } = await stored();
  expect(version).toBe(changed.version + 1);
  const waitMs = (announce_at?.getTime() ?? 0) - Date.now();
  expect(waitMs).toBeGreaterThan(-10_000);
  expect(waitMs).toBeLessThan(6 * 3_600_000);
  expect((await fetchProgramme(api, school.device)).body.version).toBe(version);
  expect((await stored()).announce_at).toBeNull();
  const ahead = await programmeOf(api, school.device, 'the programme', () => true);
  expect(Date.parse(ahead.valid_until) - Date.now()).toBeGreaterThan(7 * 86_400_000);
});
