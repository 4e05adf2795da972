/** @module-tag full */
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createUser } from '../../support/factories.ts';
import { countStatuses, fromIp } from '../../support/limits.ts';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { dateIn } from '../../support/programmes.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' });
});

/** The iCalendar link of a new user with so many schedules, of which each happens every minute. */
async function linkWith(count: number): Promise<string> {
  const { id, key } = await createUser(api);
  const schedule = {
    user_id: id,
    action: JSON.stringify({ type: 'silence' }),
    starts_at: `${dateIn(1)}T08:00`,
    rrule: 'FREQ=MINUTELY',
    exceptions: '[]',
    targets: '{}',
    missed: '{}',
    priority: 5,
    enabled: true,
  };
  const rows = Array.from({ length: count }, (_, n) => ({ ...schedule, name: `Bell ${n}` }));
  if (rows.length > 0) await api.db.insertInto('schedules').values(rows).execute();
  return (await api.call(feedHttp.create, { key })).body.path;
}

it('an iCalendar file has the first 20,000 runs, so that no calendar occupies the server', async () => {
  const { body } = await api.get<string>(await linkWith(41));
  expect(body.match(/^BEGIN:VEVENT/gm)).toHaveLength(20_000);
  expect(body.match(/^(BEGIN|END):VCALENDAR/gm)).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
});

it('an iCalendar link without schedules is a calendar without events', async () => {
  const { status, body } = await api.get<string>(await linkWith(0));
  expect([status, body.match(/^(BEGIN|END):\w+/gm)]).toEqual([200, ['BEGIN:VCALENDAR', 'END:VCALENDAR']]);
});

it('an iCalendar link is read 100 times in five minutes at most, from whatever addresses', async () => {
  const path = await linkWith(1);
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => api.get(path, { headers: fromIp(`203.0.113.${n}`) })),
  );
  expect(countStatuses(answers)).toEqual({ 200: 10, 429: 2 });
});

it('dry runs and calendars are answered 20 times a minute at most', async () => {
  const user = await createUser(api);
  const read = () => api.call(calendarHttp.calendar, user, { from: dateIn(0), to: dateIn(7) });
  const answers = [await read(), await read(), await read()];
  expect(countStatuses(answers)).toEqual({ 200: 2, 429: 1 });
});
