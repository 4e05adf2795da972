import type { BellCalendar, BellDay } from '@belfry/schemas/http/bells/bells';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import type { Access } from '@belfry/schemas/http/teams/access';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../testing/fake-server.ts';
import { aMessage } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { setPageWidth } from '../../testing/page-width.ts';
import { answerWhere } from '../../testing/where-factory.ts';
import { bellsFile } from './bells-file.ts';
import { BellsPanel } from './bells-panel.tsx';
import { nextMoment } from './now-card.tsx';

setPageWidth(1440);
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T10:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sound = { type: 'chime', chime: 'bell' } as const;
const aTimetable = (id: number, override: Partial<Timetable> = {}): Timetable => ({
  id,
  name: `Timetable ${id}`,
  colour: 'blue',
  volume: null,
  bells: [
    { at: '08:00', label: 'Lesson 1', sound },
    { at: '08:45', label: '', sound },
  ],
  revision: 1,
  places: 1,
  problem: null,
  updated_at: '2026-05-01T00:00:00.000Z',
  ...override,
});
const TIMETABLES = [aTimetable(1, { name: 'Normal day' }), aTimetable(2, { name: 'Exam', colour: 'red', places: 0 })];

function calendar(override: Partial<BellCalendar> = {}): BellCalendar {
  const days: BellDay[] = [];
  for (let at = Date.UTC(2026, 4, 1); at < Date.UTC(2027, 4, 1); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
    days.push({ date, timetable_id: isWeekend ? null : 1, origin: 'weekday', source_company_id: 1 });
  }
  return {
    company_id: 2,
    time_zone: 'Europe/Riga',
    today: '2026-05-01',
    week: { weekdays: [1, 1, 1, 1, 1, null, null], holiday_calendar_id: null, holiday_timetable_id: null },
    week_source_company_id: 1,
    days,
    next_change: { date: '2026-05-04', timetable_id: 2 },
    silence: null,
    ...override,
  };
}

async function open(
  override: Partial<BellCalendar> = {},
  timetables: Timetable[] = TIMETABLES,
  access: readonly Access[] = [],
) {
  const answer: Answer = ({ path, method, body }) => {
    if (path === '/schedules/timetables')
      return Response.json(method === 'GET' ? timetables : aTimetable(9), { status: method === 'GET' ? 200 : 201 });
    if (path.startsWith('/schedules/timetables/')) return Response.json(aTimetable(1));
    if (path === '/schedules/bells/2') return Response.json(calendar(override));
    if (path === '/schedules/bells/2/ring')
      return Response.json({ run_id: '11111111-1111-4111-8111-111111111111', devices: 3, offline: 0 }, { status: 202 });
    if (path.startsWith('/schedules/bells/2/')) return Response.json({ painted: 1 });
    if (path === '/me/access') return Response.json(access);
    if (path === '/schedules/holidays') return Response.json([]);
    if (path === '/messages') return Response.json([aMessage(5, { name: 'Welcome' })]);
    if (path === '/where') return answerWhere(body);
    return undefined;
  };
  return openPage(<BellsPanel />, answer, {}, { address: '/calendar?node=2&date=2026-05-01' });
}
const dayButton = (name: string | RegExp) => screen.findByRole('button', { name });

it('says of which months it has the days, each with its timetable, and what changes next', async () => {
  await open();
  await screen.findByRole('heading', { name: /: May 2026 – April 2027$/ });
  await dayButton('Monday 4 May: Normal day');
  await dayButton('Saturday 2 May: No bells');
  screen.getByText('From Monday 4 May: Exam');
});

it('is painted by keyboard: arrows move, Shift chooses a range, Enter paints it', async () => {
  const { user, requestsTo } = await open();
  (await dayButton(/^Friday 1 May:/)).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('data-date')).toBe('2026-05-08');
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  expect(document.querySelectorAll('[data-chosen]')).toHaveLength(3);
  expect(document.querySelectorAll('button[data-date][tabindex="0"]')).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(requestsTo('/schedules/bells/2/days', 'PUT')[0]?.body).toEqual({
      ranges: [{ from: '2026-05-08', to: '2026-05-10' }],
      paint: { type: 'no_bells' },
    }),
  );
});

it('copies an inherited week to the place with the first change', async () => {
  const { user, requestsTo } = await open();
  await screen.findByText(/^Inherited from/);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Monday' }), 'Exam');
  await user.click(screen.getByRole('button', { name: 'Monday to Friday as Monday' }));
  await user.click(screen.getByRole('button', { name: 'Save the week' }));
  await waitFor(() =>
    expect(requestsTo('/schedules/bells/2/week', 'PUT')[0]?.body).toMatchObject({
      week: { weekdays: [2, 2, 2, 2, 2, null, null] },
    }),
  );
});

it('rings with one click, and is silent until a time', async () => {
  const { user, requestsTo } = await open({
    silence: { until: '2026-05-01T12:00:00.000Z', local: '2026-05-01T15:00:00', source_company_id: 2 },
  });
  expect(await screen.findByText(/^Silent until .* Riga: no bells/)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Ring now' }));
  await waitFor(() => expect(requestsTo('/schedules/bells/2/ring', 'POST')[0]?.body).toEqual({ sound }));
  await user.click(screen.getByRole('button', { name: 'Silence' }));
  // It is 13:00 in Riga, and an hour is offered.
  await waitFor(() =>
    expect(requestsTo('/schedules/bells/2/silence', 'PUT')[0]?.body).toEqual({ until: '2026-05-01T14:00' }),
  );
  const loaded = () => requestsTo('/schedules/bells/2', 'GET').length;
  const before = loaded();
  await user.click(screen.getByRole('button', { name: 'End the silence' }));
  await waitFor(() => expect(requestsTo('/schedules/bells/2/silence', 'PUT')[1]?.body).toEqual({ until: null }));
  await waitFor(() => expect(loaded()).toBeGreaterThan(before));
});

it('saves a timetable with the revision that the edit began with', async () => {
  const { user, requestsTo } = await open();
  await user.click(await screen.findByRole('button', { name: /^Normal day/ }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsTo('/schedules/timetables/1', 'PUT')[0]?.body).toMatchObject({ revision: 1 }));
});

it('means tomorrow by a time that is over today', () => {
  expect([nextMoment('14:00', '2026-05-01T13:00'), nextMoment('13:00', '2026-05-01T13:00')]).toEqual([
    '2026-05-01T14:00',
    '2026-05-02T13:00',
  ]);
});

it('writes the days as a file that no spreadsheet takes for formulas', () => {
  const days = [
    { date: '2026-05-04', timetable_id: 1, origin: 'weekday', source_company_id: 1 } as const,
    { date: '2026-05-05', timetable_id: null, origin: 'painted', source_company_id: 1 } as const,
  ];
  const texts = {
    columns: ['Date', 'Weekday', 'Timetable', 'Bells'],
    weekday: (day: number) => `Day ${day}`,
    noBells: 'No bells',
  };
  expect(bellsFile(days, [aTimetable(1, { name: '=1+1 "x"' })], texts)).toBe(
    '\uFEFF"Date","Weekday","Timetable","Bells"\r\n"2026-05-04","Day 1","\'=1+1 ""x""","08:00 08:45"\r\n"2026-05-05","Day 2","No bells",""\r\n',
  );
});

const accessAs = (role: Access['role']): Access => ({
  member_id: 1,
  company_id: 2,
  company_name: 'Shop',
  organisation_id: 77,
  organisation_name: 'Ada',
  role,
  may_emergency: false,
  expires_at: null,
});

it('lets an announcer ring and silence, and change nothing', async () => {
  await open({}, TIMETABLES, [accessAs('announcer')]);
  const day = await dayButton('Monday 4 May: Normal day');
  await waitFor(() => expect(day.getAttribute('aria-disabled')).toBe('true'));
  screen.getByRole('button', { name: 'Ring now' });
  expect(screen.queryByRole('radio', { name: 'Exam' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Exam' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Monday' }).closest('fieldset')?.disabled).toBe(true);
});

it('lets a viewer read', async () => {
  await open({}, TIMETABLES, [accessAs('viewer')]);
  await dayButton('Monday 4 May: Normal day');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ring now' })).toBeNull());
});

it('shows each pasted line without a time until it has one or is left out, and rings at ends by choice', async () => {
  const { user, requestsTo } = await open();
  await user.click(await screen.findByRole('button', { name: 'New timetable' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New timetable' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Friday');
  const text =
    'Lesson\tStart\tEnd\nMaths\t8:30 AM\t9:15 AM\nMidi: cantine\nArt\t1:05 PM\t1:50 PM\nHall at two\nClub 3 pm';
  fireEvent.paste(dialog.getByRole('textbox', { name: 'Time of bell 1' }), { clipboardData: { getData: () => text } });
  const rows = () =>
    within(dialog.getByRole('list', { name: 'Bells' }))
      .getAllByRole('listitem')
      .map((item) =>
        within(item)
          .getAllByRole<HTMLInputElement>('textbox')
          .map(({ value }) => value)
          .join(' '),
      );
  expect(rows()).toEqual(['08:30 Maths', ' Midi: cantine', '13:05 Art', ' Hall at two', '15:00 Club']);
  dialog.getByText(/^2 lines have no time/);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/^A bell has no time/);
  expect(requestsTo('/schedules/timetables', 'POST')).toHaveLength(0);

  await user.type(dialog.getByRole('textbox', { name: 'Time of bell 2' }), '12h15');
  await user.tab();
  dialog.getByText(/^1 line has no time/);
  await user.clear(dialog.getByRole('textbox', { name: 'Meaning of bell 4' }));
  await user.type(dialog.getByRole('textbox', { name: 'Meaning of bell 4' }), 'Hall 2 pm');
  await user.tab();
  expect(dialog.queryByText(/no time that can be read/)).toBeNull();
  expect(rows()[3]).toBe('14:00 Hall');
  await user.click(dialog.getByRole('switch', { name: 'Ring at the ends as well (2 bells have one)' }));
  expect(rows().slice(0, 2)).toEqual(['08:30 Maths', '09:15 End of Maths']);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(requestsTo('/schedules/timetables', 'POST')[0]?.body).toMatchObject({
      bells: [
        { at: '08:30', label: 'Maths' },
        { at: '09:15', label: 'End of Maths' },
        { at: '12:15', label: 'Midi: cantine' },
        { at: '13:05', label: 'Art' },
        { at: '13:50', label: 'End of Art' },
        { at: '14:00', label: 'Hall' },
        { at: '15:00', label: 'Club' },
      ],
    }),
  );
});

it('asks for the half of the day where a pasted list does not say it, and leaves lines out together', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'New timetable' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New timetable' }));
  const text = 'Bells\n11:15 Art\n1:05 Sports';
  fireEvent.paste(dialog.getByRole('textbox', { name: 'Time of bell 1' }), { clipboardData: { getData: () => text } });
  await user.click(dialog.getByRole('button', { name: 'Leave it out' }));
  const long = Array.from({ length: 201 }, (_, line) => `Line ${line}`).join('\n');
  fireEvent.paste(dialog.getByRole('textbox', { name: 'Time of bell 1' }), { clipboardData: { getData: () => long } });
  dialog.getByText('The pasted text has 201 lines, and a timetable 100 bells at most. Please paste less.');
  const time = (bell: number) => dialog.getByRole<HTMLInputElement>('textbox', { name: `Time of bell ${bell}` }).value;
  expect([time(1), time(2)]).toEqual(['11:15', '13:05']);
  const afternoon = dialog.getByRole('switch', { name: 'Hours from 1 to 6 are in the afternoon' });
  await user.click(afternoon);
  expect(time(2)).toBe('01:05');
  await user.click(afternoon);
  expect(time(2)).toBe('13:05');
});
