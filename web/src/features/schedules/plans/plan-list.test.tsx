import { scheduleBodySchema, type Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { setPageWidth } from '../../../testing/page-width.ts';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { aSchedule } from '../../../testing/schedule-factory.ts';
import { FeedLink } from '../feed-link.tsx';
import { SchedulePage } from '../index.ts';

setPageWidth(1_440);
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
    if (call.path === '/schedules/day-programme-problems') return Response.json([]);
    if (call.method === 'DELETE') return new Response(null, { status: 204 });
    const id = Number(call.path.split('/').at(-1));
    const schedule = schedules.find((each) => each.id === id);
    return schedule && Response.json(schedule);
  };
  return openPage(
    <>
      <Notifications />
      <SchedulePage />
    </>,
    answer,
    {},
    { address },
  );
}
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('li');
  if (!row) throw new Error('no row');
  return within(row);
};
const names = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);

it('lists what is not heard first, then what happens next, and last what is switched off', async () => {
  await open('/schedule?tab=manage', [
    ...SCHEDULES,
    aSchedule(4, { name: 'Silent', problem: 'No voice speaks Latgalian', next_at: null }),
  ]);
  await rowOf('Jazz');
  expect(names()).toEqual(['Silent', 'Opening', 'Audit', 'Jazz']);
  (await rowOf('Silent')).getAllByText(/No voice speaks Latgalian/);
  (await rowOf('Audit')).getAllByText('Its time is past');
});

it('is searched, and filtered by kind and state, which stand there as chips', async () => {
  const { user } = await open('/schedule?tab=manage&state=disabled');
  await rowOf('Jazz');
  expect(names()).toEqual(['Jazz']);
  await user.click(screen.getByRole('button', { name: 'Clear the filter Disabled' }));
  await rowOf('Opening');
  await user.type(screen.getByRole('textbox', { name: 'Name of a plan' }), 'aud');
  await waitFor(() => expect(names()).toEqual(['Audit']));
});

it('counts in the overview, and leads to what was counted', async () => {
  const { user } = await open('/schedule');
  await user.click(await screen.findByRole('button', { name: 'Active 2' }));
  await rowOf('Opening');
  expect(names()).toEqual(['Opening', 'Audit']);
});

it.each([
  ['FREQ=MINUTELY;INTERVAL=2;BYDAY=MO,FR', '2026-11-23T17:53', /Every 2 minutes: Mon, Fri from 17:53/],
  ['FREQ=HOURLY', '2026-11-23T08:00', /Every hour from 08:00/],
])('tells how often it happens, and from when: %s', async (rrule, starts_at, text) => {
  await open('/schedule?tab=manage', [aSchedule(1, { rrule, starts_at })]);
  (await rowOf('Bell 1')).getByText(text);
});

it('shows the next time by the clock of the places', async () => {
  const tokyo = aSchedule(1, { name: 'Opening', next_at: '2026-11-22T23:00:00.000Z', time_zone: 'Asia/Tokyo' });
  await open('/schedule?tab=manage', [tokyo]);
  (await rowOf('Opening')).getByText('Mon 23 Nov, 08:00 Tokyo');
});

it('copies without switching on, so that nothing is heard twice', async () => {
  const { user, requestsTo } = await open('/schedule?tab=manage', SCHEDULES, ({ method }) =>
    method === 'POST' ? Response.json(aSchedule(9), { status: 201 }) : undefined,
  );
  await user.click((await rowOf('Opening')).getByRole('button', { name: 'More: Opening' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(requestsTo('/schedules', 'POST')).toHaveLength(1));
  const body = requestsTo('/schedules', 'POST')[0]?.body;
  expect(body).toMatchObject({ name: 'Opening (copy)', enabled: false, rrule: SCHEDULES[0]?.rrule });
  expect(scheduleBodySchema.safeParse(body).error).toBeUndefined();
});

it('is deleted at once, and comes back by Undo', async () => {
  const { user, requestsTo } = await open('/schedule?tab=manage', SCHEDULES, ({ method }) =>
    method === 'POST' ? Response.json(aSchedule(9), { status: 201 }) : undefined,
  );
  await user.click((await rowOf('Jazz')).getByRole('button', { name: 'More: Jazz' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(requestsTo('/schedules/2', 'DELETE')).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(requestsTo('/schedules', 'POST')[0]?.body).toMatchObject({ name: 'Jazz', enabled: false }),
  );
});

it('switches many on at once, and stops at the one that is refused', async () => {
  const { user, requestsTo } = await open('/schedule?tab=manage', SCHEDULES, ({ method, path }) =>
    method === 'PUT' && path === '/schedules/2' ? refusal(409, 'The playlist is empty') : undefined,
  );
  for (const name of ['Audit', 'Jazz'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(within(screen.getByRole('region', { name: /select/i })).getByRole('button', { name: 'Switch on' }));
  await waitFor(() => expect(requestsTo('/schedules/2', 'PUT')[0]?.body).toEqual({ enabled: true }));
  expect(requestsTo('/schedules/3', 'PUT')[0]?.body).toEqual({ enabled: true });
  await screen.findByText('The playlist is empty');
  expect(screen.getByRole('checkbox', { name: 'Select Jazz' })).toHaveProperty('checked', true);
});

it('names in red the windows of day programmes that play nothing, with a link to each', async () => {
  const problem = { company_id: 4, node: 'Hall', days: [1], from: '08:00', to: '12:00', name: 'Jazz' };
  await open('/schedule', [], ({ path }) =>
    path === '/schedules/day-programme-problems'
      ? Response.json([{ ...problem, problem: 'The playlist is empty' }])
      : undefined,
  );
  const link = await screen.findByRole('link', { name: 'Hall, 08:00–12:00' });
  expect(link.getAttribute('href')).toBe('/calendar?open=music:4');
});

it('makes a calendar link, shown once, for the person alone', async () => {
  let exists = false;
  const feed: Answer = ({ path, method }) => {
    if (path === '/users/info') return Response.json(makeProfile());
    if (path !== '/schedules/feed') return undefined;
    if (method === 'POST') exists = true;
    return method === 'POST'
      ? Response.json({ path: '/api/schedules/feed/abc.ics' })
      : Response.json({ created_at: exists ? '2026-11-22T12:00:00.000Z' : null });
  };
  const { user } = await openPage(<FeedLink isImpersonated={false} />, feed);
  await user.click(await screen.findByRole('button', { name: 'Make a link' }));
  await screen.findByText(/\/api\/schedules\/feed\/abc\.ics$/);
  cleanup();
  await openPage(<FeedLink isImpersonated />, feed);
  expect(await screen.findByText(/^The link is for the person alone/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull();
});
