import { expect, it } from 'vitest';
import { anOccurrence } from '../../../testing/schedule-factory.ts';
import { isOn, itemsOf, nextOf, weekRows } from './items.ts';

const zone = {
  name: 'Europe/Berlin',
  choices: [],
  own: 'Europe/Berlin',
  converts: false,
  choose: () => undefined,
  shown: (_occurrence: unknown, local: string) => local,
};
const DAYS = { from: '2026-11-23', to: '2026-11-25' };
const itemsIn = (occurrences: Parameters<typeof anOccurrence>[0][]) =>
  itemsOf(
    { occurrences: occurrences.map((each, index) => anOccurrence({ run_id: `${index}`, ...each })), spans: [] },
    zone,
    DAYS,
  );

it('has rows for music, bells, each time at which something is said, and work', () => {
  const items = itemsIn([
    { type: 'day_programme', schedule_id: 0, name: 'FM', at: '2026-11-23T08:00:00', until: '2026-11-23T22:00:00' },
    { type: 'bells', schedule_id: -1, name: 'Lesson', at: '2026-11-23T08:00:00' },
    { name: 'Closing', at: '2026-11-23T19:45:00' },
    { name: 'Closing', at: '2026-11-24T19:45:00', skipped: true },
    { type: 'report', name: 'Report', at: '2026-11-24T06:00:00' },
  ]);
  const rows = weekRows(items, ['2026-11-23', '2026-11-24']).map(({ lane, time, cells }) => [
    lane,
    time,
    cells.map((cell) => cell.items.map(({ name, off }) => off ?? name).join()).join(' | '),
  ]);
  expect(rows).toEqual([
    ['music', null, 'FM | '],
    ['bells', null, 'Lesson | '],
    ['said', '19:45', 'Closing | skipped'],
    ['work', null, ' | Report'],
  ]);
});

it('shows a night of music on both days, and not on the day after midnight', () => {
  const night = { at: '2026-11-23T22:00', until: '2026-11-24T02:00' };
  expect(['2026-11-22', '2026-11-23', '2026-11-24'].map((date) => isOn(night, date))).toEqual([false, true, true]);
  expect(isOn({ at: '2026-11-23T08:00', until: '2026-11-24T00:00' }, '2026-11-24')).toBe(false);
});

it('is next what begins or ends after now, and happens', () => {
  const items = itemsIn([
    { name: 'Over', at: '2026-11-23T07:00:00' },
    { name: 'Skipped', at: '2026-11-23T09:00:00', skipped: true },
    { name: 'Next', at: '2026-11-23T10:00:00' },
  ]);
  expect(nextOf(items, '2026-11-23T08:00')?.name).toBe('Next');
});

it('shows work by the clock in which the calendar is read', () => {
  const span = { cause: 'window', window_id: 3, name: 'Cables', company_id: 1 } as const;
  const [item] = itemsOf(
    { occurrences: [], spans: [{ ...span, starts_at: '2026-11-23T20:00:00Z', ends_at: null }] },
    zone,
    DAYS,
  );
  expect(item).toMatchObject({ lane: 'work', at: '2026-11-23T21:00', id: 'work:window:3' });
});
