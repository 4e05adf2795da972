import { PAGE_MAX_MS, pageStateSchema } from '@belfry/schemas/http/live-pages/live-pages';
import { expect, it } from 'vitest';
import type { PageNow } from './page-devices.repository.ts';
import { pageStateOf } from './page-state.ts';

const NOW = 1_800_000_000_000;
const device = (n: number, overrides: Partial<PageNow['devices'][number]> = {}): PageNow['devices'][number] => ({
  device_id: n,
  command_id: '3d0f5b1a-7d3b-4f0a-9a53-0f7d3c1e2b4a',
  serial: `0000-0000-0000-${String(n).padStart(4, '0')}`,
  place: `Hall ${n}`,
  heard: 'sent',
  command: 'sent',
  answer: null,
  away: false,
  lost: false,
  uninvited: false,
  ...overrides,
});
const page = (overrides: Partial<PageNow> = {}): PageNow => ({
  page_id: '6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a',
  run_id: '0b8e6f52-1c54-4c0e-8a3d-7f9d1a2b3c4d',
  path: 'mqtt',
  state: 'opening',
  ended_by: null,
  first_frame_at: null,
  stopped: false,
  devices: [device(1)],
  silent: { counts: {}, places: [] },
  ...overrides,
});

it('is live from the first place that is ready on', () => {
  expect(pageStateOf(page(), NOW)).toMatchObject({ state: 'opening', counts: { invited: 1 } });
  const devices = [device(1), device(2, { answer: 'ready' }), device(3, { answer: 'busy' })];
  const state = pageStateOf(page({ devices }), NOW);
  expect(state).toMatchObject({ state: 'live', counts: { invited: 1, ready: 1, busy: 1 } });
  expect(pageStateSchema.parse(state)).toEqual(state);
});

it('stays live while places end, and is live at once where what is said is recorded first', () => {
  expect(pageStateOf(page({ state: 'live', devices: [device(1, { heard: 'finished' })] }), NOW).state).toBe('live');
  expect(pageStateOf(page({ path: 'record' }), NOW).state).toBe('live');
});

it('says how long it may last, from the first frame on', () => {
  expect(pageStateOf(page(), NOW).remaining_ms).toBe(PAGE_MAX_MS);
  expect(pageStateOf(page({ first_frame_at: new Date(NOW - 20_000) }), NOW).remaining_ms).toBe(PAGE_MAX_MS - 20_000);
  expect(pageStateOf(page({ first_frame_at: new Date(NOW - PAGE_MAX_MS - 5) }), NOW).remaining_ms).toBe(0);
  expect(pageStateOf(page({ state: 'ended', ended_by: 'closed' }), NOW)).toMatchObject({
    state: 'ended',
    ended_by: 'closed',
    remaining_ms: 0,
  });
});

it('has nobody who speaks when it has ended, although the devices have not told so yet', () => {
  const devices = [
    device(1, { answer: 'ready', heard: 'started' }),
    device(2),
    device(3, { answer: 'busy' }),
    device(4, { away: true }),
  ];
  const state = pageStateOf(page({ state: 'ended', ended_by: 'closed', devices }), NOW);
  expect(state.counts).toEqual({ ended: 2, busy: 1, offline: 1 });
});

it('names the first 200 places and counts all, those that get the recording after the others', () => {
  const old = { serial: '9999-9999-9999-9999', place: 'Cellar', state: 'old' as const };
  const silent = { counts: { old: 5_000, offline: 7 }, places: [old] };
  expect(pageStateOf(page({ silent }), NOW)).toMatchObject({
    counts: { invited: 1, old: 5_000, offline: 7 },
    places: [{ place: 'Hall 1' }, old],
  });
  const devices = Array.from({ length: 300 }, (_, n) => device(n, { command: 'expired' }));
  const state = pageStateOf(page({ devices, silent }), NOW);
  expect([state.places.length, state.counts]).toEqual([200, { old: 5_000, offline: 307 }]);
  // What was read is not changed.
  expect(silent.counts.offline).toBe(7);
});
