import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { cleanup, screen, waitFor, within, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi, describe } from 'vitest';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aSchedule, anOccurrence, aDryRun } from '../../../testing/schedule-factory.ts';
import { TimeZone } from '../../../lib/times.ts';
import { SchedulePage } from '../index.ts';
import { DryRunResult } from '../dry-run.tsx';

describe('the calendar', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  type Options = { schedule?: Schedule; occurrence?: Partial<Occurrence>; own?: Answer; address?: string };

  async function open({ schedule = aSchedule(1), occurrence, own, address = '' }: Options = {}) {
    const answer: Answer = (call) => {
      const given = own?.(call);
      if (given) return given;
      const { method, path } = call;
      if (path === '/schedules' && method === 'POST') return Response.json(aSchedule(9), { status: 201 });
      if (path === '/schedules') return Response.json([schedule]);
      if (path === '/schedules/calendar') return Response.json([anOccurrence(occurrence)]);
      if (path === '/schedules/1') return Response.json(schedule);
      if (path === '/schedules/9') return new Response(null, { status: 204 });
      if (path === '/company/main/companies') return Response.json([]);
      return undefined;
    };
    const page = await openPage(<SchedulePage />, answer, {}, { address: `/schedule?view=agenda${address}` });
    const openEvent = async () => {
      const calendar = within(await screen.findByRole('region', { name: 'Calendar' }));
      await page.user.click(await calendar.findByRole('button', { name: /Bell 1/ }));
      return within(await screen.findByRole('dialog', { name: 'Move Bell 1' }));
    };
    return { ...page, openEvent };
  }
  const type = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });

  it('moves one date: it becomes an exception, and a schedule of its own takes its place', async () => {
    const { openEvent, user, requestsTo } = await open();
    const dialog = await openEvent();
    type(dialog.getByLabelText('Time'), '09:30');
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(requestsTo('/schedules/1', 'PUT')).toHaveLength(1));
    expect(requestsTo('/schedules', 'POST')[0]?.body).toMatchObject({ starts_at: '2026-11-23T09:30', rrule: null });
    expect(requestsTo('/schedules/1', 'PUT')[0]?.body).toEqual({ exceptions: ['2026-11-23'], revision: 1 });
  });

  it('removes the schedule of its own again where the exception is refused, so that nothing is heard twice', async () => {
    const { openEvent, user, requestsTo } = await open({
      own: ({ method }) => (method === 'PUT' ? refusal(409, 'Somebody else has changed it') : undefined),
    });
    const dialog = await openEvent();
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(requestsTo('/schedules/9', 'DELETE')).toHaveLength(1));
    expect(dialog.getByRole('button', { name: 'Move' })).toBeDefined();
  });

  it('moves all dates by the first one', async () => {
    const { openEvent, user, requestsTo } = await open();
    const dialog = await openEvent();
    type(dialog.getByLabelText('Time'), '07:45');
    await user.click(dialog.getByRole('radio', { name: 'All dates' }));
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(requestsTo('/schedules/1', 'PUT')[0]?.body).toEqual({ starts_at: '2026-11-23T07:45', revision: 1 }),
    );
    expect(requestsTo('/schedules', 'POST')).toHaveLength(0);
  });

  it('does not offer to move all dates of a rule that names its hours', async () => {
    const { openEvent } = await open({ schedule: aSchedule(1, { rrule: 'FREQ=DAILY;BYHOUR=8,12' }) });
    const dialog = await openEvent();
    type(dialog.getByLabelText('Time'), '07:45');
    await waitFor(() => expect(dialog.getByRole('radio', { name: 'All dates' })).toHaveProperty('disabled', true));
  });

  it('asks for what the address names: the dates and the place', async () => {
    const { calls } = await open({ address: '&date=2026-12-01&node=4' });
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/schedules/calendar').map(({ params }) => params)).toContainEqual({
        from: '2026-12-01',
        to: '2026-12-15',
        company_id: '4',
      }),
    );
  });
});

describe('zones of places', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const READER = 'Europe/Riga';

  const openSchedule = (view: 'agenda' | 'week', time_zone: string) =>
    openPage(
      <TimeZone value={READER}>
        <SchedulePage />
      </TimeZone>,
      ({ path }) => {
        if (path === '/schedules') return Response.json([aSchedule(1, { time_zone })]);
        if (path === '/schedules/calendar')
          return Response.json([anOccurrence({ type: 'playlist', at: '2026-11-23T08:00', until: '2026-11-23T09:00' })]);
        return path === '/schedules/feed' ? Response.json({ created_at: null }) : undefined;
      },
      {},
      { address: `/schedule?view=${view}&date=2026-11-23` },
    );
  const calendarText = async (): Promise<string> => {
    const calendar = await screen.findByRole('region', { name: 'Calendar' });
    await within(calendar).findByText(/Bell 1/);
    return calendar.textContent;
  };

  it.each(['agenda', 'week'] as const)('writes the zone of places elsewhere in the calendar: %s', async (view) => {
    await openSchedule(view, 'Asia/Tokyo');
    const text = await calendarText();
    expect(text).toContain('08:00');
    expect(text).toContain('Asia/Tokyo');
  });

  it.each(['agenda', 'week'] as const)('writes no zone where it is that of the reader: %s', async (view) => {
    await openSchedule(view, READER);
    expect(await calendarText()).not.toContain(READER);
  });

  const HEARD = {
    source: 'schedule',
    schedule_id: 1,
    name: 'Opening',
    type: 'playlist',
    at: '2026-11-22T23:00:00.000Z',
    until: '2026-11-23T00:00:00.000Z',
    plays: true,
    reason: 'It begins',
    reason_code: 'begins',
    reason_params: {},
    draft: false,
  } as const;
  const dryRunIn = (time_zone: string) =>
    openPage(
      <TimeZone value={READER}>
        <DryRunResult run={aDryRun({ at: HEARD.at, time_zone, heard: [HEARD] })} />
      </TimeZone>,
      () => undefined,
    );

  it('writes each time of a dry run with the zone of the place where the reader is elsewhere', async () => {
    await dryRunIn('Asia/Tokyo');
    screen.getByText('Nov 23, 2026, 08:00:00 Asia/Tokyo');
    expect(screen.getByText(/08:00 until 09:00/).textContent).toMatch(/Asia\/Tokyo$/);
  });

  it('writes the times of a dry run without a zone where it is that of the reader', async () => {
    await dryRunIn(READER);
    expect(screen.getByText(/01:00 until 02:00/).textContent).not.toContain(READER);
  });
});
