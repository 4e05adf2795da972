import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { topics } from '@belfry/schemas/mqtt/topics';
import { beforeEach, expect, it } from 'vitest';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createCompany, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { createSchool, dateIn, settled, type School, scheduleBody } from '../../support/programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';

const ZONE = 'Asia/Tokyo';
/** 08:00 on that day in Tokyo, and the evening of the day before in UTC. */
const PLANNED = `${dateIn(-2)}T23:00:00.000Z`;
const DAY = dateIn(-1);

let stack: Stack;
let owner: TestUser;
let school: School;
let other: TestDevice;
let silent: TestDevice;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});

/** Three places whose programmes had a bell at the planned instant, recorded as expected. */
beforeEach(async () => {
  owner = await createUser(stack);
  school = await createSchool(stack, owner, ZONE);
  other = await deviceAtNode();
  silent = await deviceAtNode();
  await stack.call(
    schedulesHttp.create,
    owner,
    scheduleBody([school.main], { name: 'First lesson', starts_at: `${dateIn(2)}T08:00`, rrule: null }),
  );
  await settled(stack);
  const { rows } = await stack.pool.query<{ run_ids: string[] }>(
    'select run_ids from programme_contents where user_id = $1',
    [owner.id],
  );
  runId = rows[0]?.run_ids[0] ?? '';
  await stack.pool.query('update announcement_runs set at = $2 where run_id = $1', [runId, PLANNED]);
});
let runId: string;

/** At another node of the school. */
async function deviceAtNode(): Promise<TestDevice> {
  const main = await stack.db
    .selectFrom('companies')
    .selectAll()
    .where('company_id', '=', school.main)
    .executeTakeFirstOrThrow();
  const company = await createCompany(stack, { below: main, type: 'Company' });
  const { company_id } = await createCompany(stack, { below: company });
  return createDevice(stack, { user_id: owner.id, company_id });
}

/** The planned instant comes. */
async function ring(): Promise<void> {
  await stack.pool.query(
    'update programme_contents set run_ats = array[$2::timestamptz], next_run_at = $2::timestamptz where user_id = $1',
    [owner.id, PLANNED],
  );
  await until('the places are expected', async () => (await proof()).length === 3);
}

/** The body of a success. */
async function read<T>(calling: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await calling;
  expect(status).toBe(200);
  return body;
}
const days = (day: string) => ({ from: day, to: day });
const proof = (query: object = days(DAY)) => read(stack.call(proofOfPlayHttp.places, owner, query));
const report = async (device: MqttDevice, receipts: Partial<ReceiptMessage>[]): Promise<void> => {
  for (const [index, receipt] of receipts.entries())
    await device.publish(topics.receipts(device.serial), {
      seq: index + 1,
      run_id: runId,
      event: 'started',
      reason: null,
      at: PLANNED,
      ...receipt,
    });
  await until('the acknowledgement', () => device.receiptAcks.at(-1) === receipts.length);
  await device.disconnect();
};
const connect = (device: TestDevice): Promise<MqttDevice> => connectDevice(stack.mqttUrl, device);

it('every place that should play has a row at the planned instant, in the zone of the place, with when it was reported', async () => {
  const since = Date.now();
  // One reports before its row exists.
  await report(await connect(school.device), [{}, { event: 'finished' }]);
  await ring();
  await report(await connect(other), [{ event: 'missed', reason: 'the device was off' }]);
  const rows = await proof();
  expect(rows.map(({ at, time_zone }) => ({ at, time_zone }))).toEqual(
    [1, 2, 3].map(() => ({ at: PLANNED, time_zone: ZONE })),
  );
  const of = ({ serial }: TestDevice) => rows.find((row) => row.serial === serial);
  expect(of(school.device)).toMatchObject({ state: 'finished', started_at: PLANNED });
  expect(of(other)).toMatchObject({ state: 'missed' });
  expect(of(silent)).toMatchObject({ state: 'waiting', reported_at: null });
  for (const device of [school.device, other])
    expect(Date.parse(of(device)?.reported_at ?? '')).toBeGreaterThanOrEqual(since);
  expect(await proof(days(dateIn(-2)))).toEqual([]);
  expect(await proof(days(dateIn(0)))).toEqual([]);
});

it('a bell that was played by a wrong clock is proven as such', async () => {
  await ring();
  const device = await connect(school.device);
  await device.status({ at: new Date(Date.now() - 180_000).toISOString() });
  const known = async (): Promise<number | null> =>
    (await stack.call(devicesHttp.info, owner, { device: school.device.serial })).body.clock_skew_ms;
  await until('the clock is known', known, (skew) => (skew ?? 0) < -170_000);
  await report(device, [{ event: 'started' }, { event: 'finished' }]);
  await report(await connect(other), [{ event: 'started' }, { event: 'finished' }]);
  const skewOf = async ({ serial }: TestDevice) => (await proof()).find((row) => row.serial === serial)?.clock_skew_ms;
  expect(Math.round(((await skewOf(school.device)) ?? 0) / 10_000)).toBe(-18);
  expect(await skewOf(other)).toBeNull();
});

it('runs count what was expected, heard, not heard and not reported', async () => {
  await ring();
  await report(await connect(school.device), [{}, { event: 'finished' }]);
  await report(await connect(other), [{ event: 'skipped', reason: 'quiet hours' }]);
  const counts = { expected: 3, heard: 1, sent: 0, not_heard: 1, silent: 1 };
  expect(await read(stack.call(proofOfPlayHttp.runs, owner, days(DAY)))).toEqual([
    expect.objectContaining({ run_id: runId, title: 'First lesson', at: PLANNED, time_zone: ZONE, ...counts }),
  ]);
  const unheard = await proof({ ...days(DAY), heard: false });
  expect(unheard.map(({ serial }) => serial).sort()).toEqual([other.serial, silent.serial].sort());
});

it('days and instants are not mixed', async () => {
  const query = { from: DAY, to: new Date().toISOString() };
  expect((await stack.call(proofOfPlayHttp.places, owner, query)).status).toBe(400);
});

it('a scheduled run ends in the history when its places have ended it, or reported nothing for an hour', async () => {
  await ring();
  const recent = new Date(Date.now() - 120_000).toISOString();
  await stack.pool.query('update announcement_runs set at = $2 where run_id = $1', [runId, recent]);
  await stack.pool.query('update announcement_deliveries set at = $2 where run_id = $1', [runId, recent]);
  const state = async () => (await read(stack.call(announcementsHttp.runs, owner)))[0];
  expect(await state()).toMatchObject({ state: 'running', ended_at: null });
  for (const device of [school.device, other, silent])
    await report(await connect(device), [{ at: recent }, { event: 'finished', at: recent }]);
  expect(await state()).toMatchObject({ state: 'finished', ended_at: recent, counts: { finished: 3 } });
});
