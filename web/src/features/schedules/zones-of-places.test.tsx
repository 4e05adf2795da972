import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeZone } from '../../lib/times.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aDryRun, aSchedule, anOccurrence } from '../../testing/schedule-factory.ts';
import { DryRunResult } from './components/dry-run/dry-run-result.tsx';
import { SchedulePage } from './index.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const READER = 'Europe/Riga';

/** The page of somebody in Riga, whose schedule plays at places in this zone. */
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
