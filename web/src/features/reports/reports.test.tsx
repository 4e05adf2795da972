import { type Report, reportsHttp } from '@belfry/schemas/http/reports';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { monthOf, monthsBefore } from './reports-api.ts';
import { ReportsPanel } from './reports-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const figures = { percent: 98.456, online_s: 2_541_600, counted_s: 2_581_200, maintenance_s: 36_000 };
const REPORT: Report = {
  company_id: 4,
  name: 'Chain',
  month: '2026-10',
  time_zone: 'Europe/Berlin',
  from: '2026-09-30T22:00:00.000Z',
  to: '2026-10-31T23:00:00.000Z',
  figures_from: '2026-10-05T10:00:00.000Z',
  total: { devices: 2, ...figures },
  places: [
    { company_id: 5, place: 'Shop 12', devices: 1, ...figures },
    { company_id: 6, place: 'Shop 13', devices: 1, percent: 100, online_s: 1, counted_s: 1, maintenance_s: 0 },
  ],
  devices: [
    { serial: '1111-2222-3333-4444', name: 'Door', place: 'Shop 12', since: '2026-10-05T10:00:00.000Z', ...figures },
    {
      serial: '1111-2222-3333-5555',
      name: 'Hall',
      place: null,
      since: null,
      percent: null,
      online_s: 0,
      counted_s: 0,
      maintenance_s: 0,
    },
  ],
  alarms: [
    {
      kind: 'device_offline',
      count: 3,
      open: 1,
      acknowledge_median_s: 600,
      acknowledge_longest_s: 7_500,
      repair_median_s: 200_000,
      repair_longest_s: 400_000,
    },
  ],
  announcements: { expected: 40, heard: 37, sent: 0 },
  missed: [
    { place: 'Hall', reason: 'power was lost', count: 2 },
    { place: 'Door', reason: null, count: 1 },
  ],
};
const open = (answer: () => Report | Response, address = '/activity?view=reports&node=4&month=2026-10') =>
  openPage(<ReportsPanel />, firstOf(on(reportsHttp.read, answer)), {}, { address });
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('a report', () => {
  it('shows availability, alarms with their times, and what was not heard', async () => {
    const { requestsTo } = await open(() => REPORT);
    expect(await screen.findByRole('heading', { name: 'Chain, October 2026' })).toBeDefined();
    expect(requestsTo(reportsHttp.read)[0]?.params).toEqual({ company_id: '4', month: '2026-10' });
    expect(
      screen.getByText(/Days by the clock of Berlin · Until 1 Nov 2026, 00:00:00 · Figures of devices from/),
    ).toBeDefined();
    const availability = region('Availability');
    expect(availability.getAllByText('98.46%')).toHaveLength(3);
    expect(availability.getByText('2 devices · away for 11 h 0 min · maintenance 10 h 0 min')).toBeDefined();
    expect(availability.getByText('Door, Shop 12')).toBeDefined();
    expect(availability.getByText('no figures')).toBeDefined();
    expect(
      region('Alarms').getByText(
        '1 not over yet · acknowledged after 10 min (longest 2 h 5 min) · repaired after 2 d 7 h (longest 4 d 15 h)',
      ),
    ).toBeDefined();
    const missed = region('Announcements not heard');
    expect(missed.getByText('37 of 40 were heard.')).toBeDefined();
    expect(missed.getByText('nothing was reported')).toBeDefined();
  });

  it('is printed, and asks for another month', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user, requestsTo } = await open(() => REPORT);
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    const [, , third = ''] = monthsBefore(new Date());
    await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), third);
    await vi.waitFor(() => expect(requestsTo(reportsHttp.read).at(-1)?.params['month']).toBe(third));
  });

  it.each([
    ['month', /^There are no figures of this month/],
    ['company_id', /^A report has 5,000 devices at most/],
  ])('says why there is none: %s', async (path, text) => {
    await open(() =>
      Response.json(
        { error: 'refused', code: 'unprocessable', details: [{ path, message: 'refused' }] },
        { status: 422 },
      ),
    );
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('is of the last whole month unless the address names another', () => {
    const now = new Date(2026, 0, 15);
    expect(monthOf(new URLSearchParams('month=2025-03'), now)).toBe('2025-03');
    expect(monthOf(new URLSearchParams('month=2025-13'), now)).toBe('2025-12');
    expect(monthsBefore(now).slice(0, 2)).toEqual(['2026-01', '2025-12']);
  });
});
