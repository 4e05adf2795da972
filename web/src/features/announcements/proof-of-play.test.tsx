import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi, describe } from 'vitest';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { answerWhere, choosePlace } from '../../testing/where-factory.ts';
import { SayPage } from './say-page.tsx';

describe('the place whose proof of play is shown', () => {
  // This document would go to the address of the file.
  beforeEach(() => void vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue());
  afterEach(() => {
    vi.restoreAllMocks();
    cleanup();
    vi.unstubAllGlobals();
  });

  const answer: Answer = ({ path, body }) => {
    if (path === '/where') return answerWhere(body);
    if (path === '/announcements/proof') return Response.json([], { headers: { 'X-Total-Count': '0' } });
    if (path === '/announcements/proof.csv') return new Response('at');
    return undefined;
  };
  const open = (address: string, role: Role) => openPage(<SayPage />, answer, {}, { address, role });

  it('an administrator chooses a place of anybody, whose proof of play is shown and exported', async () => {
    const { user, requestsTo } = await open('/say?tab=proof&owner=5', 'admin');
    await waitFor(() => expect(requestsTo('/announcements/proof').at(-1)?.params).toMatchObject({ user_id: '5' }));
    await choosePlace(user, 'North', 'Place');
    const north = { company_id: '2' };
    await waitFor(() => expect(requestsTo('/announcements/proof').at(-1)?.params).toMatchObject(north));
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(requestsTo('/announcements/proof.csv')[0]?.params).toMatchObject(north));
  });

  it('a user is offered no owner, whatever the address names', async () => {
    const { requestsTo } = await open('/say?tab=proof&owner=5', 'user');
    expect(await screen.findByText('Nothing was announced in these days')).toBeDefined();
    expect(requestsTo('/announcements/proof').every(({ params }) => !('user_id' in params))).toBe(true);
  });
});

describe('the views of proof of play', () => {
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
  const TRACK = {
    place: 'Lobby',
    serial: PLACE.serial,
    track_id: 3,
    name: 'clair.mp3',
    title: 'Clair de Lune',
    artist: 'Claude Debussy',
    duration_ms: 302_000,
    plays: 4,
    seconds: 1_190,
    first_day: '2026-11-20',
    last_day: '2026-11-22',
  };
  const list = (rows: object[]) => Response.json(rows, { headers: { 'X-Total-Count': String(rows.length) } });
  const answer: Answer = ({ path }) => {
    if (path === '/company/main/companies') return Response.json([]);
    if (path === '/announcements/proof') return list([PLACE]);
    if (path === '/announcements/proof/runs') return list([RUN]);
    if (path === '/announcements/music') return list([TRACK]);
    if (path === '/announcements/music.csv') return new Response('place');
    if (path === '/announcements/proof/days')
      return Response.json([
        { day: '2026-11-23', ...COUNTS },
        { day: '2026-11-24', expected: 5, heard: 0, not_heard: 5, silent: 0 },
      ]);
    return undefined;
  };

  it('a place that has reported nothing is shown at the planned instant, by the wall clock of the place', async () => {
    await openPage(<SayPage />, answer, {}, { address: '/say?tab=proof' });
    const row = (await screen.findByText('Gym')).closest('li');
    expect(row?.textContent).toContain('Nov 23, 2026, 08:00:00 (Asia/Tokyo)');
    expect(row?.textContent).toContain('Nothing reported');
    expect(row?.textContent).toContain('The clock is 3 minutes behind');
  });

  it('what begins together is shown to the millisecond, by the wall clock of the place', async () => {
    const started_at = '2026-11-22T23:00:00.035Z';
    const begun: Answer = (request) =>
      request.path === '/announcements/proof' ? list([{ ...PLACE, state: 'started', started_at }]) : answer(request);
    await openPage(<SayPage />, begun, {}, { address: '/say?tab=proof' });
    const row = (await screen.findByText('Gym')).closest('li');
    expect(row?.textContent).toContain('began 08:00:00.035');
  });

  it('what was reported has the zone of its row, and what nobody heard is called so', async () => {
    const away = { ...PLACE, state: 'expired', reported_at: '2026-11-22T23:00:41.000Z' };
    const unheard = { ...RUN, heard: 0, not_heard: 60, silent: 0 };
    const answered: Answer = (request) => {
      if (request.path === '/announcements/proof') return list([away]);
      return request.path === '/announcements/proof/runs' ? list([unheard]) : answer(request);
    };
    const { user } = await openPage(<SayPage />, answered, {}, { address: '/say?tab=proof' });
    const row = (await screen.findByText('Gym')).closest('li');
    expect(row?.textContent).toContain('reported Nov 23, 2026, 08:00:41');
    await user.click(screen.getByText('Runs'));
    expect(await screen.findByText(/^Nobody heard it · expected 60/)).toBeDefined();
  });

  it('music is listed by place with how often it was heard, and exported for the same days', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const address = '/say?tab=proof&from=2026-11-20&to=2026-11-22&unheard=1';
    const { user, requestsTo } = await openPage(<SayPage />, answer, {}, { address });
    await user.click(await screen.findByText('Music'));
    const row = (await screen.findByText('Lobby')).closest('li');
    expect(row?.textContent).toContain('Claude Debussy – Clair de Lune');
    expect(row?.textContent).toContain('Nov 20, 2026 – Nov 22, 2026');
    expect(row?.textContent).toContain('4 times · 20 min');
    expect(screen.queryByRole('checkbox', { name: 'Not heard' })).toBeNull();
    expect(requestsTo('/announcements/music').at(-1)?.params).not.toHaveProperty('heard');
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const days = { from: '2026-11-20', to: '2026-11-22' };
    await waitFor(() => expect(requestsTo('/announcements/music.csv')[0]?.params).toMatchObject(days));
    vi.restoreAllMocks();
  });

  it('runs and days show how many places heard them, and what was not heard can be asked for', async () => {
    const { user, requestsTo } = await openPage(<SayPage />, answer, {}, { address: '/say?tab=proof' });
    await user.click(await screen.findByText('Runs'));
    const row = (await screen.findByRole('link', { name: 'First lesson' })).closest('li');
    expect(row?.textContent).toContain('expected 60, heard 58, nothing reported 2');
    expect(screen.getByText('Nov 23, 2026: expected 60, heard 58, nothing reported 2')).toBeDefined();
    expect(screen.getByText('Nov 24, 2026: expected 5, heard 0, not heard 5')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'Not heard' }));
    await waitFor(() =>
      expect(requestsTo('/announcements/proof/runs').at(-1)?.params).toMatchObject({ heard: 'false' }),
    );
  });
});
