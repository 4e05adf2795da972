import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { SayPage } from './say-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const COUNTS = { expected: 60, heard: 58, not_heard: 0, silent: 2 };
const RUN = {
  run_id: '0e3a4b0c-1111-4222-8333-444455556666',
  kind: 'schedule',
  title: 'First lesson',
  schedule_id: 1,
  at: '2026-11-22T23:00:00.000Z',
  time_zone: 'Asia/Tokyo',
  ...COUNTS,
};
const PLACE = {
  run_id: RUN.run_id,
  kind: 'schedule',
  title: RUN.title,
  schedule_id: 1,
  at: RUN.at,
  time_zone: RUN.time_zone,
  serial: '1234-5678-9012-3456',
  place: 'Gym',
  state: 'waiting',
  started_at: null,
  finished_at: null,
  reported_at: null,
  clock_skew_ms: -180_000,
  reason: null,
  reason_code: null,
  reason_params: {},
};
const list = (rows: object[]) => Response.json(rows, { headers: { 'X-Total-Count': String(rows.length) } });
const answer: Answer = ({ path }) => {
  if (path === '/company/main/companies') return Response.json([]);
  if (path === '/announcements/proof') return list([PLACE]);
  if (path === '/announcements/proof/runs') return list([RUN]);
  if (path === '/announcements/proof/days') return Response.json([{ day: '2026-11-23', ...COUNTS }]);
  return undefined;
};

it('a place that has reported nothing is shown at the planned instant, by the wall clock of the place', async () => {
  await openPage(<SayPage />, answer, {}, { address: '/say?tab=proof' });
  const row = (await screen.findByText('Gym')).closest('li');
  expect(row?.textContent).toContain('Nov 23, 2026, 08:00:00 (Asia/Tokyo)');
  expect(row?.textContent).toContain('Nothing reported');
  expect(row?.textContent).toContain('The clock is 3 minutes behind');
});

it('runs and days show how many places heard them, and what was not heard can be asked for', async () => {
  const { user, requestsTo } = await openPage(<SayPage />, answer, {}, { address: '/say?tab=proof' });
  await user.click(await screen.findByText('Runs'));
  const row = (await screen.findByRole('link', { name: 'First lesson' })).closest('li');
  expect(row?.textContent).toContain('expected 60, heard 58, nothing reported 2');
  expect(screen.getByText('Nov 23, 2026: expected 60, heard 58, nothing reported 2')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Not heard' }));
  await waitFor(() => expect(requestsTo('/announcements/proof/runs').at(-1)?.params).toMatchObject({ heard: 'false' }));
});
