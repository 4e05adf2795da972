import { expect, it } from 'vitest';
import { anOccurrence } from '../../../testing/schedule-factory.ts';
import { addMinutes, inZone } from '../../../lib/local-time.ts';
import { entriesOf } from './entries.ts';

const same = { shown: (_occurrence: unknown, local: string) => local };
const every = (minutes: number, count: number, start = '2026-11-23T08:00') =>
  Array.from({ length: count }, (_, index) =>
    anOccurrence({ at: addMinutes(start, index * minutes), run_id: `${index}` }),
  );

it('what happens often on a day is one entry, with its number and its interval', () => {
  const [entry, ...more] = entriesOf(every(2, 184), same);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ at: '2026-11-23T08:00', until: '2026-11-23T14:07', often: { count: 184, minutes: 2 } });
});

it('what happens often at uneven times has no interval, and of twelve each is an entry of its own', () => {
  const uneven = every(5, 13).with(3, anOccurrence({ at: '2026-11-23T08:16', run_id: '3' }));
  expect(entriesOf(uneven, same)[0]?.often).toEqual({ count: 13, minutes: null });
  expect(entriesOf(every(5, 12), same).map(({ often }) => often)).toEqual(Array.from({ length: 12 }, () => null));
});

it('entries are sorted by their time in the zone of the reader', () => {
  const tokyo = anOccurrence({ schedule_id: 1, at: '2026-11-23T15:00' });
  const riga = anOccurrence({ schedule_id: 2, at: '2026-11-23T09:00' });
  const shown = ({ schedule_id }: { schedule_id: number }, local: string): string =>
    schedule_id === 1 ? inZone(local, 'Asia/Tokyo', 'Europe/Riga') : local;
  expect(entriesOf([tokyo, riga], { shown }).map(({ at }) => at)).toEqual(['2026-11-23T08:00', '2026-11-23T09:00']);
});

it.each([
  ['the same instant', '2026-11-23T08:00', 'Asia/Tokyo', 'Europe/Riga', '2026-11-23T01:00'],
  ['the day before', '2026-11-23T01:00', 'Pacific/Auckland', 'America/New_York', '2026-11-22T07:00'],
  ['the first of two, where clocks are put back', '2026-10-25T03:30', 'Europe/Riga', 'UTC', '2026-10-25T00:30'],
  ['as much later, where it does not exist', '2026-03-29T03:30', 'Europe/Riga', 'UTC', '2026-03-29T01:30'],
])('a wall-clock time in another zone: %s', (_what, local, from, to, there) => {
  expect(inZone(local, from, to)).toBe(there);
});
