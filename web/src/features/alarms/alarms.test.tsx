import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { type Alarm, type AlarmDetails, alarmsHttp, type AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import english from '../../locales/en/alarms.json';
import { anAlarm } from '../../testing/alarm-factory.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { alarmFilters, askedOf, isFiltered, openAlarmOf, whereOf } from './alarms-api.ts';
import { AlarmsPage } from './alarms-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ALARM = anAlarm();
const DETAILS: AlarmDetails = {
  ...ALARM,
  places: [
    { serial: '1111-2222-3333-4444', place: 'Hall', above: 'North' },
    { serial: '1111-2222-3333-5555', place: 'Yard', above: 'North' },
  ],
  told: { roles: ['technician', 'manager'], people: [{ user_id: 3, name: 'Grace' }] },
  maintenance_until: null,
  events: [
    {
      event_id: 1,
      event: 'raised',
      at: ALARM.raised_at,
      severity: 'critical',
      by: null,
      comment: null,
      device_count: 40,
    },
    {
      event_id: 2,
      event: 'commented',
      at: '2026-11-20T11:02:00.000Z',
      severity: 'critical',
      by: { user_id: 3, name: 'Grace' },
      comment: 'The router again',
      device_count: 40,
    },
  ],
};
const SUMMARY: AlarmSummary = {
  open: 3,
  acknowledged: 1,
  snoozed: 0,
  by_severity: { low: 0, medium: 2, high: 0, critical: 1 },
  watching: true,
  checking_since: null,
  held_back: null,
};
const summary = on(alarmsHttp.summary, () => SUMMARY);
const pageOf = (...alarms: Alarm[]) =>
  on(alarmsHttp.list, () => Response.json(alarms, { headers: { 'X-Total-Count': String(alarms.length) } }));
const listed = pageOf(ALARM);
const read = on(alarmsHttp.read, () => DETAILS);
const page = <AlarmsPage />;

it('opens an alarm with what is known about it', async () => {
  const { user } = await openPage(page, firstOf(summary, listed, read));
  await user.click(await screen.findByRole('button', { name: /Place offline/ }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText(/Most likely the router/)).toBeDefined();
  expect(drawer.textContent).toContain('Technician, Manager, Grace');
  const devices = within(drawer).getAllByRole('link', { name: /^North/ });
  expect(devices.map(({ textContent }) => textContent)).toEqual([
    'North / Hall 1111-2222-3333-4444',
    'North / Yard 1111-2222-3333-5555',
  ]);
  expect(devices[0]?.getAttribute('href')).toBe('/settings?tab=devices&device=1111-2222-3333-4444');
  expect(within(drawer).getByText('and 38 more')).toBeDefined();
  expect(within(drawer).getByRole('link', { name: 'Shop 12' }).getAttribute('href')).toBe('/places/4');
  expect(drawer.textContent).toContain('The router again');
});

describe('the list without alarms', () => {
  it.each([
    { watching: true, says: 'Everything is all right' },
    { watching: false, says: 'Nobody is watching at the moment' },
  ])('says $says', async ({ watching, says }) => {
    await openPage(
      page,
      firstOf(
        on(alarmsHttp.summary, () => ({ ...SUMMARY, open: 0, watching })),
        pageOf(),
      ),
    );
    expect(await screen.findByText(says)).toBeDefined();
  });
});

it('says that messages to the person are held back', async () => {
  const held_back = { messages: 3, until: '2026-11-29T03:09:00.000Z' };
  await openPage(
    page,
    firstOf(
      on(alarmsHttp.summary, () => ({ ...SUMMARY, held_back })),
      listed,
    ),
  );
  expect(
    await screen.findByText(/^3 messages to you are held back until \d\d:09, because there were many\./),
  ).toBeDefined();
});

it('offers severities that differ', async () => {
  await openPage(page, firstOf(summary, listed));
  const choice = within(await screen.findByRole('combobox', { name: 'Severity' }));
  expect(choice.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'All',
    'Medium and higher',
    'High and higher',
    'Critical',
  ]);
});

it('does not say that everything is all right while devices are offline', async () => {
  await openPage(
    page,
    firstOf(
      on(alarmsHttp.summary, () => ({ ...SUMMARY, open: 0 })),
      on(devicesHttp.listOwn, () => [aDevice({ status: 'offline' })]),
      pageOf(),
    ),
  );
  expect(await screen.findByText('1 of 1 device is offline')).toBeDefined();
  expect(screen.queryByText('Everything is all right')).toBeNull();
});

it('does not say that everything is all right while devices are waited for', async () => {
  const checking_since = new Date(Date.now() - 12_000).toISOString();
  await openPage(
    page,
    firstOf(
      on(alarmsHttp.summary, () => ({ ...SUMMARY, open: 0, checking_since })),
      pageOf(),
    ),
  );
  expect(await screen.findByText(/^Checking… since 1\d s$/)).toBeDefined();
  expect(screen.queryByText('Everything is all right')).toBeNull();
});

describe('an alarm', () => {
  const open = (answer: Parameters<typeof openPage>[1], details = DETAILS) =>
    openPage(
      page,
      firstOf(
        answer,
        summary,
        listed,
        on(alarmsHttp.read, () => details),
      ),
      {},
      { address: '/alarms?alarm=7' },
    );

  it('says which feed cannot be read, and why', async () => {
    const detail = 'Storms: The server answered 503';
    await open(listed, { ...DETAILS, kind: 'alert_feed_failing', detail });
    expect(await screen.findByText(detail)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Public alerts cannot be read' })).toBeDefined();
  });

  it('is acknowledged with what was typed', async () => {
    const { user, requestsTo } = await open(
      on(alarmsHttp.acknowledge, () => ({ ...DETAILS, state: 'acknowledged' as const })),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'On my way');
    await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await vi.waitFor(() => expect(requestsTo(alarmsHttp.acknowledge)[0]?.body).toEqual({ comment: 'On my way' }));
    await vi.waitFor(() => expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', ''));
  });

  it('is snoozed for a day', async () => {
    const { user, requestsTo } = await open(on(alarmsHttp.snooze, () => ({ ...DETAILS, state: 'snoozed' as const })));
    await user.click(await screen.findByRole('button', { name: 'Snooze' }));
    await user.click(await screen.findByRole('menuitem', { name: '1 day' }));
    await vi.waitFor(() => expect(requestsTo(alarmsHttp.snooze)[0]?.body).toEqual({ minutes: 1_440 }));
  });

  it('takes no empty comment, and keeps the text where the server refuses it', async () => {
    const { user, requestsTo } = await open(on(alarmsHttp.comment, () => refusal(429, 'Too many changes of alarms.')));
    await user.click(await screen.findByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Enter a comment')).toBeDefined();
    expect(requestsTo(alarmsHttp.comment)).toHaveLength(0);
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Looking');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Too many changes of alarms.')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Looking');
  });

  it('that is over takes comments only', async () => {
    await open(() => undefined, { ...DETAILS, state: 'cleared', cleared_at: '2026-11-20T12:00:00.000Z' });
    expect(await screen.findByRole('button', { name: 'Comment' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Snooze' })).toBeNull();
  });

  it('is only read by who may not handle it', async () => {
    await open(() => undefined, { ...DETAILS, may_handle: false, told: null });
    expect(await screen.findByText('You may see this alarm, but not change it.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Comment' })).toBeNull();
    expect(screen.queryByText('Who is told')).toBeNull();
  });
});

describe('the page', () => {
  it('asks for what the address names, and offers all where nothing fits', async () => {
    const { user, requestsTo } = await openPage(
      page,
      firstOf(summary, pageOf()),
      {},
      {
        address: '/alarms?state=cleared&kind=disk&severity=high&node=4',
      },
    );
    expect(await screen.findByText('No alarm fits')).toBeDefined();
    expect(requestsTo(alarmsHttp.list)[0]?.params).toMatchObject({
      state: 'cleared',
      kind: 'disk',
      severity: 'high',
      company_id: '4',
    });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Everything is all right')).toBeDefined();
  });

  it('says that the alarms could not be loaded, and loads them again', async () => {
    let broken = true;
    const { user } = await openPage(
      page,
      firstOf(summary, (call) => (broken ? refusal(500) : listed(call))),
    );
    expect(await screen.findByText('The alarms could not be loaded')).toBeDefined();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: /Place offline/ })).toBeDefined();
    expect(screen.getByText('Shop 12 · 40 devices')).toBeDefined();
  });
});

describe('the filters in the address', () => {
  it('fall back alone, and are left out of what is asked', () => {
    const filtersOf = (text: string) => alarmFilters.read(new URLSearchParams(text)) ?? alarmFilters.defaults;
    expect(filtersOf('state=lost&kind=disk&node=x')).toEqual({ ...alarmFilters.defaults, kind: 'disk' });
    expect(askedOf(filtersOf(''))).toEqual({});
    expect(isFiltered(filtersOf('severity=high'))).toBe(true);
    expect(openAlarmOf(new URLSearchParams('alarm=x'))).toBeNull();
  });
});

it('each kind of alarm has a name and a meaning', () => {
  expect(Object.keys(ALARM_NAMES.en).toSorted()).toEqual(ALARM_KINDS.toSorted());
  expect(Object.keys(english.meaning).toSorted()).toEqual(ALARM_KINDS.toSorted());
});

it('names the place of an alarm, otherwise its devices', () => {
  expect(whereOf(ALARM)).toBe('Shop 12');
  expect(whereOf({ ...ALARM, place: null })).toBe('1111-2222-3333-4444 +39');
  expect(whereOf({ ...ALARM, place: 'Entrance', above: 'School B' })).toBe('School B / Entrance');
  expect(whereOf({ place: null, above: null, devices: [], device_count: 0 })).toBeNull();
});
