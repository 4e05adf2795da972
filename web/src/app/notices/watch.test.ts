import { expect, it } from 'vitest';
import { aDevice } from '../../testing/device-factory.ts';
import { createWatch, failedAnnouncements, lostDevices } from './watch.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const seen = (serial: string, minutesAgo: number) =>
  aDevice({ serial, status: 'offline', last_seen: new Date(NOW - minutesAgo * 60_000).toISOString() });
const [ONE, TWO, OLD] = ['1111-1111-1111-1111', '2222-2222-2222-2222', '3333-3333-3333-3333'] as const;

it('tells what went wrong since the last look, and nothing of before the first', () => {
  const watch = createWatch((rows: readonly string[]) => rows.map((id) => ({ id, what: id.toUpperCase() })));
  expect(watch(['a'])).toEqual([]);
  expect(watch(['b', 'a'])).toEqual(['B']);
  expect(watch(['b', 'a'])).toEqual([]);
  expect(watch(['b'])).toEqual([]);
  expect(watch(['a', 'b']), 'it went wrong again').toEqual(['A']);
});

it('finds devices that were lost not long ago', () => {
  const found = lostDevices([seen(ONE, 2), seen(TWO, 9), seen(OLD, 11), aDevice({ last_seen: null })], NOW);
  expect(found.map(({ id }) => id)).toEqual([ONE, TWO]);
});

it('finds announcements that failed or were not heard everywhere, once they are over', () => {
  const run = (run_id: string, state: 'running' | 'finished' | 'failed' | 'stopped', counts = {}) => ({
    run_id,
    kind: 'schedule' as const,
    title: 'Bell',
    state,
    priority: 'scheduled' as const,
    created_at: '2026-11-20T09:00:00.000Z',
    ended_at: state === 'running' ? null : '2026-11-20T09:01:00.000Z',
    user_id: 7,
    user_email: null,
    error: null,
    devices: 3,
    counts,
    sent: 0,
  });
  const found = failedAnnouncements([
    run('a', 'finished', { finished: 3 }),
    run('b', 'finished', { finished: 1, missed: 1, expired: 1 }),
    run('c', 'running', { missed: 1 }),
    run('d', 'failed'),
    run('e', 'stopped', { missed: 1 }),
  ]);
  expect(found.map(({ id, what }) => [id, what.failures])).toEqual([
    ['b', 2],
    ['d', 0],
  ]);
});
