import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { schedulesHttp, type Occurrence, type Schedule } from '@belfry/schemas/http/schedules/schedules';
import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { Notifications } from '@mantine/notifications';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { setPageWidth } from '../../../testing/page-width.ts';
import { aDryRun, anOccurrence, aSchedule } from '../../../testing/schedule-factory.ts';
import { SHOPS } from '../../../testing/tree-factory.ts';
import { answerWhere, choosePlace, itemsOf } from '../../../testing/where-factory.ts';
import { TimeZone } from '../../../lib/times.ts';
import { CalendarPage } from '../index.ts';

setPageWidth(1_440);
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const READER = 'Europe/Riga';
const bell = (at: string, override: Partial<Occurrence> = {}): Occurrence =>
  anOccurrence({
    schedule_id: -4,
    type: 'bells',
    name: `Normal day: ${at.slice(11, 16)}`,
    at,
    run_id: `44444444-4444-4444-8444-4444444${at.slice(8, 10)}${at.slice(11, 13)}4`,
    company_ids: [2],
    ...override,
  });

type Options = { occurrences?: Occurrence[]; schedule?: Schedule; own?: Answer; address?: string };

async function open({ occurrences = [anOccurrence()], schedule = aSchedule(1), own, address = '' }: Options = {}) {
  const answer = firstOf(
    own ?? (() => undefined),
    on(calendarHttp.calendar, () => occurrences),
    on(calendarHttp.dryRun, () => aDryRun()),
    on(schedulesHttp.list, () => [schedule]),
    on(schedulesHttp.create, () => Response.json(aSchedule(9), { status: 201 })),
    on(schedulesHttp.read, () => schedule),
    on(schedulesHttp.change, () => schedule),
    on(schedulesHttp.remove, () => null),
    on(timetablesHttp.list, () => []),
    on(bellsHttp.skip, () => ({ painted: 0 })),
    on(dayProgrammeHttp.problems, () => []),
    on(maintenanceHttp.calendar, () => []),
    on(maintenanceHttp.list, () => []),
    on(whereHttp.find, ({ body }) => answerWhere(body, itemsOf(SHOPS, 1))),
  );
  return openPage(
    <TimeZone value={READER}>
      <Notifications />
      <CalendarPage />
    </TimeZone>,
    answer,
    {},
    { address: `/calendar?node=all${address}` },
  );
}
const cellsOf = async (row: string) => {
  const header = await screen.findByRole('rowheader', { name: row });
  return within(header.closest('tr') as HTMLElement).getAllByRole('cell');
};
const openEvent = async (user: { click: (element: Element) => Promise<void> }, name: RegExp) => {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};

describe('the calendar', () => {
  it('has today and the next six days, with rows for music, bells, each time, and work', async () => {
    const music = anOccurrence({
      schedule_id: 0,
      type: 'day_programme',
      name: 'Belltower FM',
      at: '2026-11-23T08:00:00',
      until: '2026-11-23T22:00:00',
      company_ids: [1],
      run_id: '22222222-2222-4222-8222-222222222222',
    });
    const bells = ['08:00', '08:45', '09:40', '10:30', '11:20'].map((time, index) =>
      bell(`2026-11-23T${time}:00`, index === 1 ? { skipped: true } : {}),
    );
    const { requestsTo } = await open({ occurrences: [music, ...bells, anOccurrence({ at: '2026-11-23T19:45:00' })] });
    const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
    expect(heads).toEqual(expect.arrayContaining([expect.stringMatching(/22/), expect.stringMatching(/28/)]));
    expect(heads).toHaveLength(8);
    expect(requestsTo(calendarHttp.calendar)[0]?.params).toMatchObject({ from: '2026-11-22', to: '2026-11-29' });
    expect((await cellsOf('Music'))[1]?.textContent).toContain('08:00 – 22:00 Belltower FM');
    expect((await cellsOf('Bells'))[1]?.textContent).toBe('08:00 – 11:20 5 bells 1 skipped');
    expect((await cellsOf('19:45'))[1]?.textContent).toContain('Bell 1');
    screen.getByRole('rowheader', { name: 'Work on the system' });
    screen.getByText('Riga time');
  });

  it('is walked by arrows, from the next event on', async () => {
    const { user } = await open({
      occurrences: [
        anOccurrence({ name: 'Over', at: '2026-11-22T08:00:00' }),
        anOccurrence({ name: 'Next', at: '2026-11-23T19:45:00', run_id: '55555555-5555-4555-8555-555555555555' }),
      ],
    });
    const next = await screen.findByRole('button', { name: /Next/ });
    expect(next.tabIndex).toBe(0);
    next.focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^What is heard at Sun.*19:45/);
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toContain('Over');
    expect(next.tabIndex).toBe(-1);
  });

  it('says at an empty moment what is heard there then, and plans something for it', async () => {
    const { user, requestsTo, router } = await open({ address: '&open=' });
    await user.click(await screen.findByRole('button', { name: /^What is heard at Tue.*08:00/ }));
    const drawer = within(await screen.findByRole('dialog', { name: /24 Nov 2026, 08:00/ }));
    await choosePlace(user, 'North', 'Place');
    await waitFor(() =>
      expect(requestsTo(calendarHttp.dryRun).map(({ params }) => params)).toEqual([
        // The only place is chosen already.
        { company_id: '1', at: '2026-11-24T08:00' },
        { company_id: '2', at: '2026-11-24T08:00' },
      ]),
    );
    await drawer.findByText('Nothing is planned at this moment.');
    await user.click(drawer.getByRole('link', { name: 'Plan something here' }));
    const form = within(await screen.findByRole('form', { name: 'Plan something' }));
    expect(form.getByLabelText(/^Date and time/)).toHaveProperty('value', '24/11/2026, 08:00');
    await form.findAllByText(/North/);
    expect(router.state.location.search).toContain('open=plan');
  });

  it('shows the zone of places elsewhere as a city', async () => {
    await open({ schedule: aSchedule(1, { time_zone: 'Asia/Tokyo' }) });
    const zones = await screen.findByRole('combobox', { name: 'Whose clock' });
    expect(
      within(zones)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Riga time', 'Tokyo time']);
  });
});

describe('an event', () => {
  it('is left out for once, and happens after all', async () => {
    const schedule = aSchedule(1, { exceptions: ['2026-11-20'], revision: 3 });
    const { user, requestsTo } = await open({ schedule });
    const drawer = await openEvent(user, /Bell 1/);
    await user.click(await drawer.findByRole('button', { name: 'Skip this time' }));
    await waitFor(() =>
      expect(requestsTo(schedulesHttp.change)[0]?.body).toEqual({
        exceptions: ['2026-11-20', '2026-11-23'],
        revision: 3,
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(requestsTo(schedulesHttp.change)[1]?.body).toEqual({ exceptions: ['2026-11-20'], revision: 3 }),
    );
  });

  it('that is skipped says so, and is not moved', async () => {
    const { user } = await open({ occurrences: [anOccurrence({ skipped: true })] });
    const drawer = await openEvent(user, /Bell 1.*skipped/);
    await drawer.findByRole('button', { name: 'Let it happen after all' });
    expect(drawer.queryByRole('button', { name: 'Move' })).toBeNull();
    drawer.getByText(/^Skipped: /);
  });

  it('that is a bell is left out at the places that ring it', async () => {
    const { user, requestsTo } = await open({ occurrences: [bell('2026-11-23T08:45:00')] });
    const drawer = await openEvent(user, /08:45/);
    await drawer.findByRole('link', { name: 'North' });
    await user.click(drawer.getByRole('button', { name: 'Skip this time' }));
    await waitFor(() =>
      expect(requestsTo(bellsHttp.skip)).toMatchObject([
        { path: '/schedules/bells/2/skips', body: { at: '2026-11-23T08:45:00', skipped: true } },
      ]),
    );
  });

  it('that is a bell is moved within its day, and rings as usual again', async () => {
    const moved = bell('2026-11-23T09:00:00', { moved_from: '2026-11-23T08:45:00' });
    const { user, requestsTo } = await open({ occurrences: [bell('2026-11-23T07:45:00'), moved] });
    const drawer = await openEvent(user, /07:45/);
    await user.click(await drawer.findByRole('button', { name: 'Move' }));
    fireEvent.change(drawer.getByLabelText('Time'), { target: { value: '07:50' } });
    await user.click(drawer.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(requestsTo(bellsHttp.skip).map(({ body }) => body)).toEqual([
        { at: '2026-11-23T07:45:00', skipped: false, moved_to: '2026-11-23T07:50' },
      ]),
    );
    const other = await openEvent(user, /09:00/);
    other.getByText(/moved from 08:45/);
    expect(other.queryByRole('button', { name: 'Move' })).toBeNull();
    await user.click(other.getByRole('button', { name: 'Ring after all' }));
    await waitFor(() =>
      expect(requestsTo(bellsHttp.skip)[1]?.body).toEqual({ at: '2026-11-23T08:45:00', skipped: false }),
    );
  });

  it('of somebody else is read only', async () => {
    const { user } = await open({ schedule: aSchedule(1, { may_change: false }) });
    const drawer = await openEvent(user, /Bell 1/);
    await drawer.findByRole('button', { name: 'More' });
    await drawer.findByText(/Every week/);
    for (const name of ['Skip this time', 'Move']) expect(drawer.queryByRole('button', { name })).toBeNull();
  });
});

describe('a move', () => {
  const type = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });
  async function openMove(options: Options = {}) {
    const page = await open(options);
    const drawer = await openEvent(page.user, /Bell 1/);
    await page.user.click(await drawer.findByRole('button', { name: 'Move' }));
    return { ...page, form: within(await drawer.findByRole('form', { name: 'Move Bell 1' })) };
  }

  it('of one date makes it an exception, and a plan of its own takes its place', async () => {
    const { form, user, requestsTo } = await openMove();
    type(form.getByLabelText('Time'), '09:30');
    await user.click(form.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(requestsTo(schedulesHttp.change)).toHaveLength(1));
    expect(requestsTo(schedulesHttp.create)[0]?.body).toMatchObject({ starts_at: '2026-11-23T09:30', rrule: null });
    expect(requestsTo(schedulesHttp.change)[0]?.body).toEqual({ exceptions: ['2026-11-23'], revision: 1 });
  });

  it('removes the plan of its own again where the exception is refused, so that nothing is heard twice', async () => {
    const { form, user, requestsTo } = await openMove({
      own: ({ method }) => (method === 'PUT' ? refusal(409, 'Somebody else has changed it') : undefined),
    });
    await user.click(form.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(requestsTo(schedulesHttp.remove)).toHaveLength(1));
  });

  it('of all dates changes the first one', async () => {
    const { form, user, requestsTo } = await openMove();
    type(form.getByLabelText('Time'), '07:45');
    await user.click(form.getByRole('radio', { name: 'All dates' }));
    await user.click(form.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(requestsTo(schedulesHttp.change)[0]?.body).toEqual({ starts_at: '2026-11-23T07:45', revision: 1 }),
    );
    expect(requestsTo(schedulesHttp.create)).toHaveLength(0);
  });

  it('of all dates is not offered where the rule names its hours', async () => {
    const { form } = await openMove({ schedule: aSchedule(1, { rrule: 'FREQ=DAILY;BYHOUR=8,12' }) });
    type(form.getByLabelText('Time'), '07:45');
    await waitFor(() => expect(form.getByRole('radio', { name: 'All dates' })).toHaveProperty('disabled', true));
  });
});

it('is a list of days on a phone, of today what is still to come', async () => {
  window.innerWidth = 390;
  const { router, user } = await open({
    occurrences: [
      anOccurrence({ name: 'Over', at: '2026-11-22T08:00:00' }),
      anOccurrence({ name: 'Next', at: '2026-11-22T19:45:00', run_id: '55555555-5555-4555-8555-555555555555' }),
    ],
  });
  await user.click(await screen.findByRole('link', { name: 'Next' }));
  expect(screen.queryByText('Over')).toBeNull();
  expect(router.state.location.search).toContain('open=event');
});
