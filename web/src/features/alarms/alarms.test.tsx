import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { type AlarmDetails, alarmsHttp, type AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import english from '../../locales/en/alarms.json';
import { anAlarm } from '../../testing/alarm-factory.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AlarmDrawer } from './alarm-drawer.tsx';
import { whereOf } from './alarms-api.ts';
import { HeldBack, NothingWrong } from './nothing-wrong.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ALARM = anAlarm();
const DETAILS: AlarmDetails = {
  ...ALARM,
  places: [
    { serial: '1111-2222-3333-4444', place: 'Hall', path: 'Chain / North' },
    { serial: '1111-2222-3333-5555', place: 'Yard', path: 'Chain / North' },
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

describe('where nothing is wrong', () => {
  const open = (fields: Partial<AlarmSummary>, devices: ReturnType<typeof aDevice>[] = []) =>
    openPage(
      <>
        <HeldBack />
        <NothingWrong />
      </>,
      firstOf(
        on(alarmsHttp.summary, () => ({ ...SUMMARY, open: 0, ...fields })),
        on(devicesHttp.listOwn, () => devices),
      ),
    );

  it.each([
    { watching: true, says: 'Everything is all right' },
    { watching: false, says: 'Nobody is watching at the moment' },
  ])('says $says', async ({ watching, says }) => {
    await open({ watching });
    expect(await screen.findByText(says)).toBeDefined();
  });

  it('does not say so while devices are offline', async () => {
    await open({}, [aDevice({ status: 'offline' })]);
    expect(await screen.findByText('1 of 1 loudspeaker is offline')).toBeDefined();
    expect(screen.queryByText('Everything is all right')).toBeNull();
  });

  it('does not say so while devices are waited for', async () => {
    await open({ checking_since: new Date(Date.now() - 12_000).toISOString() });
    expect(await screen.findByText(/^Checking… since 1\d s$/)).toBeDefined();
    expect(screen.queryByText('Everything is all right')).toBeNull();
  });

  it('says that messages to the person are held back', async () => {
    await open({ held_back: { messages: 3, until: '2026-11-29T03:09:00.000Z' } });
    expect(
      await screen.findByText(/^3 messages to you are held back until \d\d:09, because there were many\./),
    ).toBeDefined();
  });
});

describe('an alarm', () => {
  const open = (answer: Parameters<typeof openPage>[1], details = DETAILS) =>
    openPage(
      <AlarmDrawer id={7} onClose={() => undefined} />,
      firstOf(
        answer,
        summary,
        on(alarmsHttp.read, () => details),
      ),
    );

  it('says what is known about it', async () => {
    await open(() => undefined);
    const drawer = await screen.findByRole('dialog', { name: /Place offline/ });
    expect(await within(drawer).findByText(/Most likely the router/)).toBeDefined();
    expect(drawer.textContent).toContain('nobody yet');
    expect(drawer.textContent).toContain('Technician, Manager, Grace');
    const devices = within(drawer).getAllByRole('link', { name: /^North/ });
    expect(devices.map(({ textContent }) => textContent)).toEqual(['North / Hall', 'North / Yard']);
    expect(within(drawer).getByText('and 38 more')).toBeDefined();
    expect(within(drawer).getByRole('link', { name: 'Shop 12' }).getAttribute('href')).toBe('/places/4');
    expect(drawer.textContent).toContain('The router again');
  });

  it('says which feed cannot be read, and why', async () => {
    const detail = 'Storms: The server answered 503';
    await open(() => undefined, { ...DETAILS, kind: 'alert_feed_failing', detail });
    expect(await screen.findByText(detail)).toBeDefined();
    expect(screen.getByRole('dialog', { name: /Public alerts cannot be read/ })).toBeDefined();
  });

  it('is taken with one press', async () => {
    const { user, requestsTo } = await open(
      on(alarmsHttp.acknowledge, () => ({ ...DETAILS, state: 'acknowledged' as const })),
    );
    await user.click(await screen.findByRole('button', { name: 'Take' }));
    await vi.waitFor(() => expect(requestsTo(alarmsHttp.acknowledge)).toHaveLength(1));
  });

  it('is set aside for a day', async () => {
    const { user, requestsTo } = await open(on(alarmsHttp.snooze, () => ({ ...DETAILS, state: 'snoozed' as const })));
    await user.click(await screen.findByRole('button', { name: 'More' }));
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
    expect(screen.queryByRole('button', { name: 'Take' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('is only read by who may not handle it', async () => {
    await open(() => undefined, { ...DETAILS, may_handle: false, told: null });
    expect(await screen.findByText('You may see this alarm, but not change it.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Comment' })).toBeNull();
    expect(screen.queryByText('Who is told')).toBeNull();
  });
});

it('each kind of alarm has a name and a meaning', () => {
  expect(Object.keys(ALARM_NAMES.en).toSorted()).toEqual(ALARM_KINDS.toSorted());
  expect(Object.keys(english.meaning).toSorted()).toEqual(ALARM_KINDS.toSorted());
});

it('names the place of an alarm, otherwise its devices', () => {
  expect(whereOf(ALARM)).toBe('Shop 12');
  expect(whereOf({ ...ALARM, place: null })).toBe('1111-2222-3333-4444 +39');
  expect(whereOf({ ...ALARM, place: 'Entrance', path: 'School B' })).toBe('School B / Entrance');
  expect(whereOf({ place: null, path: '', devices: [], device_count: 0 })).toBeNull();
});
