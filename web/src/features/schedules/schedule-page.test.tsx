import { scheduleBodySchema, type Schedule } from '@belfry/schemas/http/schedules/schedules';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { setPageWidth } from '../../testing/page-width.ts';
import { makeProfile } from '../../testing/profile-factory.ts';
import { aSchedule, anOccurrence } from '../../testing/schedule-factory.ts';
import { SchedulePage } from './index.ts';

setPageWidth(1440);
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SCHEDULES = [
  aSchedule(1, { name: 'Opening' }),
  aSchedule(2, { name: 'Jazz', action: { type: 'playlist', playlist_id: 9 }, enabled: false, duration_minutes: 60 }),
  aSchedule(3, { name: 'Audit', action: { type: 'report', days: 7, email: 'a@b.lv' }, next_at: null }),
];

async function open(address: string, schedules: Schedule[] = SCHEDULES, own: Answer = () => undefined) {
  const answer: Answer = (call) => {
    const given = own(call);
    if (given) return given;
    if (call.path === '/schedules' && call.method === 'GET') return Response.json(schedules);
    if (call.path === '/schedules/calendar') return Response.json([anOccurrence({ at: '2026-11-23T08:00' })]);
    if (call.path === '/schedules/feed') return Response.json({ created_at: null });
    const id = Number(call.path.split('/').at(-1));
    const found = schedules.find((each) => each.id === id);
    return found && Response.json(found);
  };
  return openPage(<SchedulePage />, answer, {}, { address });
}
const rowOf = async (name: string) => {
  const cell = await screen.findByRole('rowheader', { name: new RegExp(`^${name}`) });
  const row = cell.closest('tr');
  if (!row) throw new Error('no row');
  return within(row);
};

it('filters the calendar by a count', async () => {
  const occurrences = [
    anOccurrence({ name: 'Opening' }),
    anOccurrence({ schedule_id: 2, name: 'Jazz', enabled: false }),
  ];
  const { user } = await open('/schedule?view=agenda&date=2026-11-23', SCHEDULES, ({ path }) =>
    path === '/schedules/calendar' ? Response.json(occurrences) : undefined,
  );
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }));
  await calendar.findByRole('button', { name: /Jazz/ });
  await user.click(screen.getByRole('button', { name: /^Active/ }));
  await waitFor(() => expect(calendar.queryByRole('button', { name: /Jazz/ })).toBeNull());
  calendar.getByRole('button', { name: /Opening/ });
});

it.each([
  ['also without schedules', []],
  ['beside schedules', SCHEDULES],
])('shows the bells of timetables in calendar and next runs, %s', async (_name, schedules) => {
  const ring = anOccurrence({
    schedule_id: -4,
    name: 'Normal day: Lesson 1',
    type: 'bells',
    at: '2026-11-23T08:00:00',
    until: null,
  });
  const { user } = await open('/schedule?view=agenda&date=2026-11-23', schedules, ({ path }) =>
    path === '/schedules/calendar' ? Response.json([ring]) : undefined,
  );
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }));
  const next = within(await screen.findByRole('region', { name: /^Next/ }));
  await calendar.findByRole('button', { name: /08:00.*Normal day: Lesson 1.*Bell/ });
  await user.click(await next.findByRole('button', { name: /Normal day: Lesson 1/ }));
  expect((await screen.findByRole('tab', { name: /Timetables/, selected: true })).textContent).toBeDefined();
});

it('shows the next run, and what is over, by the clock of the places', async () => {
  const tokyo = aSchedule(1, { name: 'Opening', next_at: '2026-11-22T23:00:00.000Z', time_zone: 'Asia/Tokyo' });
  await open('/schedule?tab=manage', [tokyo]);
  (await rowOf('Opening')).getByText('Mon, Nov 23, 08:00 Asia/Tokyo');
  cleanup();
  // At noon in UTC it is 21:00 in Tokyo.
  await open('/schedule', [tokyo], ({ path }) =>
    path === '/schedules/calendar'
      ? Response.json([anOccurrence({ at: '2026-11-22T20:00' }), anOccurrence({ at: '2026-11-22T22:00' })])
      : undefined,
  );
  const region = await screen.findByRole('region', { name: 'Next runs, by the clock of Asia/Tokyo' });
  expect((await within(region).findByRole('button', { name: /Bell 1/ })).textContent).toContain('22:00 · in 1 hr.');
});

it('lists first what most places hear, and what as many hear by name', async () => {
  const devices = { Opening: 4, Jazz: 12, Audit: 4 };
  const heard = Object.entries(devices).map(([name, count], at) => aSchedule(at + 1, { name, devices: count }));
  await open('/schedule?tab=manage&sort=places', heard);
  await rowOf('Jazz');
  const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(names).toEqual(['Jazz', 'Audit', 'Opening']);
});

it('tells of a rule of minutes how often it happens, and from when', async () => {
  await open('/schedule?tab=manage', [
    aSchedule(1, { starts_at: '2026-11-23T17:53', rrule: 'FREQ=MINUTELY;INTERVAL=2;BYDAY=MO,FR' }),
    aSchedule(2, { starts_at: '2026-11-23T08:00', rrule: 'FREQ=HOURLY' }),
  ]);
  (await rowOf('Bell 1')).getByText('Every 2 minutes: Mon, Fri from 17:53');
  (await rowOf('Bell 2')).getByText('Every hour from 08:00');
});

it('names what some places do not hear', async () => {
  await open('/schedule?tab=manage', [aSchedule(1, { problem: 'No voice speaks Latgalian' })]);
  await screen.findByText(/No voice speaks Latgalian/);
});

it('names in the overview what is not heard, and says of a schedule that its time is past', async () => {
  const silent = aSchedule(1, { name: 'Jazz', problem: 'The playlist is empty' });
  await open('/schedule', [silent]);
  (await screen.findByText('Not heard, or not everywhere')).closest('[role="alert"]');
  screen.getByText('Jazz: The playlist is empty');
  cleanup();
  await open('/schedule?tab=manage', [
    aSchedule(2, { name: 'Opening', next_at: null, devices: 0, problem: 'None of its places has a device' }),
  ]);
  const row = await rowOf('Opening');
  row.getByText('Its time is past');
  row.getByText('None of its places has a device');
});

it.each(['/schedule', '/schedule?tab=manage'])(
  'names in red the windows of day programmes that play nothing: %s',
  async (address) => {
    const problem = { company_id: 4, node: 'Hall', days: [1], from: '08:00', to: '12:00', name: 'Jazz' };
    await open(address, [], ({ path }) =>
      path === '/schedules/day-programme-problems'
        ? Response.json([{ ...problem, problem: 'The playlist is empty' }])
        : undefined,
    );
    const link = await screen.findByRole('link', { name: 'Hall, 08:00–12:00' });
    expect(link.getAttribute('href')).toBe('/schedule?tab=day&node=4');
    const alert = link.closest('[role="alert"]');
    expect(alert?.textContent).toContain('Day programmes that play nothing');
    expect(alert?.textContent).toContain('“Jazz”: The playlist is empty');
  },
);

it('switches a schedule on, and back where the server refuses', async () => {
  const { user, requestsTo } = await open('/schedule?tab=manage', SCHEDULES, ({ method }) =>
    method === 'PUT' ? refusal(409, 'The playlist is empty') : undefined,
  );
  const box = (await rowOf('Jazz')).getByRole('switch', { name: 'Jazz: enabled' });
  await user.click(box);
  await waitFor(() => expect(requestsTo('/schedules/2', 'PUT')[0]?.body).toEqual({ enabled: true }));
  await waitFor(() => expect(box).toHaveProperty('checked', false));
});

it('duplicates without enabling, so that nothing is heard twice', async () => {
  const { user, requestsTo } = await open('/schedule?tab=manage', SCHEDULES, ({ method }) =>
    method === 'POST' ? Response.json(aSchedule(9), { status: 201 }) : undefined,
  );
  await user.click((await rowOf('Opening')).getByRole('button', { name: 'Duplicate: Opening' }));
  await waitFor(() => expect(requestsTo('/schedules', 'POST')).toHaveLength(1));
  const body = requestsTo('/schedules', 'POST')[0]?.body;
  expect(body).toMatchObject({ name: 'Opening (copy)', enabled: false, rrule: SCHEDULES[0]?.rrule });
  expect(scheduleBodySchema.safeParse(body).error).toBeUndefined();
});

it('offers no calendar link to an administrator who works as the person', async () => {
  const opened_by = { id: 9, until: '2026-11-22T13:00:00.000Z' };
  await open('/schedule?tab=manage', SCHEDULES, ({ path }) =>
    path === '/users/info' ? Response.json(makeProfile({ opened_by })) : undefined,
  );
  expect(await screen.findByText(/^The link is for the person alone/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull();
});

it('makes a calendar link, shown once', async () => {
  let made = false;
  const { user } = await open('/schedule?tab=manage', SCHEDULES, ({ path, method }) => {
    if (path !== '/schedules/feed') return undefined;
    if (method === 'POST') made = true;
    return method === 'POST'
      ? Response.json({ path: '/api/schedules/feed/abc.ics' })
      : Response.json({ created_at: made ? '2026-11-22T12:00:00.000Z' : null });
  });
  await user.click(await screen.findByRole('button', { name: 'Make a link' }));
  await screen.findByText(/\/api\/schedules\/feed\/abc\.ics$/);
});
