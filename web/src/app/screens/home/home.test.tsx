import { activityHttp } from '@belfry/schemas/http/activity/activity';
import { needsHttp } from '@belfry/schemas/http/activity/needs';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { type Home, homeHttp } from '@belfry/schemas/http/places/home';
import { type PlacePage, placesHttp } from '@belfry/schemas/http/places/places';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { nextRingsHttp } from '@belfry/schemas/http/schedules/next-rings';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anAlarm } from '../../../testing/alarm-factory.ts';
import { aDevice } from '../../../testing/device-factory.ts';
import { type Answer, firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aReceipt } from '../../../testing/receipt-factory.ts';
import { aSchedule } from '../../../testing/schedule-factory.ts';
import { aPlaceItem, aWhereAnswer } from '../../../testing/where-factory.ts';
import { PlacesNow } from './places-now.tsx';

beforeEach(() => {
  vi.setSystemTime('2026-11-27T12:00:00Z');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const CALM: Home = { places: 300, all_right: 300, loudspeakers: 900, online: 900, worst: null, only: null };
const WATCHED = {
  open: 0,
  acknowledged: 0,
  snoozed: 0,
  by_severity: { low: 0, medium: 0, high: 0, critical: 0 },
  watching: true,
  checking_since: null,
  held_back: null,
};
const PLACE: PlacePage = {
  company_id: 4,
  name: 'Harbour Market',
  description: null,
  path: '',
  above: [],
  type: 'Company',
  emblem: null,
  organisation_id: 1,
  time_zone: 'UTC',
  volume_max: 80,
  silent_until: null,
  loudspeakers: 3,
  online: 3,
  playing: 0,
  offline_since: null,
  speakers: [],
  next: [{ title: 'Closing soon', at: '2026-11-27T19:45:00.000Z', source: 'schedule', schedule_id: 7 }],
  last: null,
};
const rows = (list: readonly object[], needs: number | null = null) => ({ rows: [...list], next: null, needs });
const quiet: Answer = firstOf(
  on(accessHttp.ownAccess, () => []),
  on(companiesHttp.listMain, () => []),
  on(alarmsHttp.summary, () => WATCHED),
  on(activityHttp.list, () => Response.json(rows([]))),
  on(homeHttp.regions, () => []),
  on(needsHttp.count, () => ({ needs: 0, unheard: 0 })),
  on(emergencyHttp.read, () => ({ messages: [], devices: 0, reachable: 0, active: [] })),
  on(nextRingsHttp.list, () => []),
  on(devicesHttp.listOwn, () => []),
);
const one = { ...CALM, places: 1, loudspeakers: 3, online: 3, only: 4 };
const open = (home: Partial<Home>, ...answers: Answer[]) =>
  openPage(
    <PlacesNow />,
    firstOf(
      ...answers,
      on(homeHttp.head, () => ({ ...CALM, ...home })),
      quiet,
    ),
  );
const sentence = () => screen.findByRole('heading', { level: 1 });
const says = (text: string) => waitFor(async () => expect((await sentence()).textContent).toBe(text));

it.each([
  [{}, 'All 300 places are all right.'],
  [{ all_right: 297 }, '297 of 300 places are all right.'],
  [
    { all_right: 299, worst: { company_id: 5, name: 'Bremen Market' } },
    '299 of 300 places are all right, Bremen Market is not.',
  ],
])('says how many places are all right: %j', async (home, text) => {
  await open(home);
  await says(text);
});

it.each([
  ['at the only place', one, '/add?place=4'],
  ['at any of many places', {}, '/add'],
])('leads to adding a loudspeaker %s', async (_where, home, address) => {
  await open(
    home,
    on(placesHttp.read, () => PLACE),
  );
  const link = await screen.findByRole('link', { name: 'Add a loudspeaker' });
  expect(link.getAttribute('href')).toBe(address);
});

it('does not say that all is right before anybody has looked', async () => {
  await open(
    {},
    on(alarmsHttp.summary, () => ({ ...WATCHED, watching: false })),
  );
  await says('Checking 300 places…');
});

it('does not say that all is right during an emergency', async () => {
  // The banner shows what it is; here it matters only that there is one.
  const active = [{ run_id: '3d1c5f0e-2f0b-4a86-9d0a-1c1f3a5b7c11' }];
  const emergency = on(emergencyHttp.read, () => Response.json({ messages: [], devices: 3, reachable: 3, active }));
  await open({}, emergency);
  await says('All 300 places are connected.');
  cleanup();
  await open(
    { ...one, all_right: 1 },
    on(placesHttp.read, () => PLACE),
    emergency,
  );
  await says(`${PLACE.name} needs you.`);
});

it('counts what was said and not heard, so that not all is right', async () => {
  const unheard = on(needsHttp.count, () => ({ needs: 2, unheard: 2 }));
  await open({}, unheard);
  await says('All 300 places are connected. 2 texts were not heard everywhere.');
  cleanup();
  await open({ all_right: 297 }, unheard);
  await says('297 of 300 places are all right. 2 texts were not heard everywhere.');
  cleanup();
  await open(
    { ...one, all_right: 1 },
    unheard,
    on(placesHttp.read, () => PLACE),
  );
  await says('Harbour Market: 2 texts were not heard everywhere.');
});

it('lists what needs somebody first, and then the regions with what they heard and what comes next', async () => {
  const alarm = anAlarm({ place: 'Bremen Market' });
  const region = {
    company_id: 8,
    name: 'North',
    places: 41,
    all_right: 40,
    loudspeakers: 126,
    online: 125,
    expected: 60,
    heard: 58,
    sent: 0,
    next: { title: 'Closing soon', at: '2026-11-27T19:45:00.000Z' },
  };
  await open(
    { all_right: 299 },
    on(activityHttp.list, ({ query }) =>
      Response.json(
        query.view === 'needs' ? rows([{ kind: 'alarm', id: 'alarm:1', at: alarm.raised_at, alarm }], 6) : rows([]),
      ),
    ),
    on(homeHttp.regions, () => [region]),
  );
  const needs = within(await screen.findByRole('region', { name: 'Needs you' }));
  expect(needs.getByText(/Bremen Market/)).toBeDefined();
  expect(needs.getByRole('link', { name: 'All 6' })).toBeDefined();
  const regions = within(await screen.findByRole('region', { name: 'Regions' }));
  expect((await regions.findByRole('listitem')).textContent).toMatch(
    /North.*40 of 41 places all right.*58 of 60.*Closing soon/,
  );
});

it('tells what others have changed in the last three days', async () => {
  const change = (id: number, action: string, user_id: number) => ({
    kind: 'change',
    id: `change:${id}`,
    at: '2026-11-26T16:02:00.000Z',
    change: {
      id,
      at: '2026-11-26T16:02:00.000Z',
      door: 'rest',
      actor: { user_id, name: user_id === 1 ? 'Ada' : 'Grace', email: null },
      acting_as: null,
      key_id: null,
      api_key_id: null,
      ip: null,
      action,
      object_kind: 'company',
      object_id: '5',
      object_name: `Place ${id}`,
      company_id: 5,
      company_name: null,
      path: '',
      owner_id: 1,
      details: null,
      before: null,
      after: null,
      chained: true,
    },
  });
  const made = [change(1, 'company.edit', 2), change(2, 'company.edit', 1), change(3, 'announcement.start', 2)];
  const { requestsTo } = await open(
    {},
    on(activityHttp.list, ({ query }) => Response.json(rows(query.view === 'changes' ? made : []))),
  );
  const changed = within(await screen.findByRole('region', { name: /^Changed since Tuesday, / }));
  expect(changed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Place 1.*Grace/),
  ]);
  const asked = requestsTo(activityHttp.list).find(({ params }) => params['view'] === 'changes');
  expect(asked?.params['from']).toBe('2026-11-24T00:00:00.000Z');
});

it('has the only place with what to say there, and what comes today, which is skipped for once', async () => {
  const { user, requestsTo } = await open(
    { ...one, all_right: 1 },
    on(placesHttp.read, () => PLACE),
    on(schedulesHttp.read, () => aSchedule(7, { name: 'Closing soon', exceptions: ['2026-11-20'], revision: 3 })),
    on(schedulesHttp.change, () => aSchedule(7)),
  );
  await says('Harbour Market is all right.');
  expect(screen.queryByText('0')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'What' })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Where' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Skip Closing soon this time' }));
  await waitFor(() =>
    expect(requestsTo(schedulesHttp.change)).toMatchObject([
      { body: { exceptions: ['2026-11-20', '2026-11-27'], revision: 3 } },
    ]),
  );
});

it('never says that a place is all right where a loudspeaker is away, or something needs somebody', async () => {
  await open(
    { ...one, all_right: 0 },
    on(placesHttp.read, () => PLACE),
  );
  await says('Harbour Market needs you.');
  cleanup();
  await open(
    { ...one, all_right: 0, online: 0 },
    on(placesHttp.read, () => ({ ...PLACE, online: 0 })),
  );
  expect((await sentence()).textContent).toMatch(/^Harbour Market: .*3 loudspeakers/);
});

it('shows what was said last, says it again, and leads to why somebody has not heard it', async () => {
  const said = (id: string, fields: object) => ({
    kind: 'said',
    id: `said:${id}`,
    at: '2026-11-27T11:00:00.000Z',
    by: null,
    receipt: aReceipt(fields),
  });
  const { user, requestsTo } = await open(
    {},
    on(activityHttp.list, ({ query }) =>
      Response.json(
        rows(query.view === 'said' ? [said('a', { heard: 60 }), said('b', { title: 'Spot', heard: 58 })] : []),
      ),
    ),
    on(announcementsHttp.again, () =>
      Response.json({ run_id: '11111111-1111-4111-8111-111111111111', devices: 60, offline: 0 }, { status: 202 }),
    ),
  );
  expect((await screen.findByRole('link', { name: 'See why' })).getAttribute('href')).toBe(
    '/activity?view=said&open=said:b',
  );
  await user.click(screen.getByRole('button', { name: 'Say again: Closing soon' }));
  await waitFor(() => expect(requestsTo(announcementsHttp.again)).toMatchObject([{ body: { to: 'all' } }]));
});

it('connects the first loudspeaker by its code, or by its label with the first place, which is made once', async () => {
  let isWrong = true;
  const made = vi.fn(() => Response.json({ company_id: 9 }, { status: 201 }));
  const { user, requestsTo } = await open(
    { places: 0, all_right: 0, loudspeakers: 0, online: 0 },
    on(whereHttp.find, ({ body }) =>
      aWhereAnswer(body.targets ? [aPlaceItem(9, 'Harbour Market', [aPlaceItem(1, 'My places')])] : []),
    ),
    on(companyChangesHttp.addMain, made),
    on(companyChangesHttp.add, made),
    on(enrolmentHttp.register, () =>
      isWrong
        ? refusal(422, 'The pass is wrong', 'unprocessable')
        : Response.json(aDevice({ serial: '1234-5678-9012-3456' }), { status: 201 }),
    ),
  );
  await user.click(await screen.findByRole('button', { name: '4. First loudspeaker' }));
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeDefined();
  await user.click(screen.getByText('Other ways'));
  await user.click(screen.getByRole('button', { name: /^It has a label/ }));
  await user.type(await screen.findByRole('textbox', { name: 'New place' }), 'Harbour Market');
  await user.type(screen.getByRole('textbox', { name: 'Number' }), '1234-5678-9012-3456');
  await user.type(screen.getByRole('textbox', { name: 'Pass' }), '0000');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Door');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(requestsTo(enrolmentHttp.register)).toHaveLength(1));
  isWrong = false;
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(requestsTo(companyChangesHttp.add).at(-1)).toMatchObject({ body: { serial: '1234-5678-9012-3456' } }),
  );
  expect(requestsTo(companyChangesHttp.addMain)).toHaveLength(1);
  expect(requestsTo(companyChangesHttp.add)).toHaveLength(2);
});
