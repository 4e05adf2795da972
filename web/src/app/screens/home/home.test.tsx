import { activityHttp } from '@belfry/schemas/http/activity/activity';
import { needsHttp } from '@belfry/schemas/http/activity/needs';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { homeHttp } from '@belfry/schemas/http/places/home';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anAlarm } from '../../../testing/alarm-factory.ts';
import { on } from '../../../testing/fake-server.ts';
import { aReceipt } from '../../../testing/receipt-factory.ts';
import { ONE, PLACE, WATCHED, openHome, rows, says } from '../../../testing/open-home.tsx';

beforeEach(() => {
  vi.setSystemTime('2026-11-27T12:00:00Z');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  [{}, 'All 300 places are all right.'],
  [{ all_right: 297 }, '297 of 300 places are all right.'],
  [
    { all_right: 299, worst: { company_id: 5, name: 'Bremen Market' } },
    '299 of 300 places are all right, Bremen Market is not.',
  ],
])('says how many places are all right: %j', async (home, text) => {
  await openHome(home);
  await says(text);
});

it.each([
  ['at the only place', ONE, '/add?place=4'],
  ['at any of many places', {}, '/add'],
])('leads to adding a loudspeaker %s', async (_where, home, address) => {
  await openHome(
    home,
    on(placesHttp.read, () => PLACE),
  );
  const link = await screen.findByRole('link', { name: 'Add a loudspeaker' });
  expect(link.getAttribute('href')).toBe(address);
});

it('does not say that all is right before anybody has looked', async () => {
  await openHome(
    {},
    on(alarmsHttp.summary, () => ({ ...WATCHED, watching: false })),
  );
  await says('Checking 300 places…');
});

it('does not say that all is right during an emergency', async () => {
  // The banner shows what it is; here it matters only that there is one.
  const active = [{ run_id: '3d1c5f0e-2f0b-4a86-9d0a-1c1f3a5b7c11' }];
  const emergency = on(emergencyHttp.read, () => Response.json({ messages: [], devices: 3, reachable: 3, active }));
  await openHome({}, emergency);
  await says('All 300 places are connected.');
  cleanup();
  await openHome(
    { ...ONE, all_right: 1 },
    on(placesHttp.read, () => PLACE),
    emergency,
  );
  await says(`${PLACE.name} needs you.`);
});

it('counts what was said and not heard, so that not all is right', async () => {
  const unheard = on(needsHttp.count, () => ({ needs: 2, unheard: 2 }));
  await openHome({}, unheard);
  await says('All 300 places are connected. 2 texts were not heard everywhere.');
  cleanup();
  await openHome({ all_right: 297 }, unheard);
  await says('297 of 300 places are all right. 2 texts were not heard everywhere.');
  cleanup();
  await openHome(
    { ...ONE, all_right: 1 },
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
    other_voices: 0,
    next: { title: 'Closing soon', at: '2026-11-27T19:45:00.000Z' },
  };
  await openHome(
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
      time_zone: 'UTC',
      owner_id: 1,
      details: null,
      before: null,
      after: null,
      chained: true,
    },
  });
  const made = [change(1, 'company.edit', 2), change(2, 'company.edit', 1), change(3, 'announcement.start', 2)];
  const { requestsTo } = await openHome(
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

it('shows what was said last, says it again, and leads to why somebody has not heard it', async () => {
  const said = (id: string, fields: object) => ({
    kind: 'said',
    id: `said:${id}`,
    at: '2026-11-27T11:00:00.000Z',
    by: null,
    receipt: aReceipt(fields),
  });
  const { user, requestsTo } = await openHome(
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
