import { describe, expect, it } from 'vitest';
import { endOfField, fieldOfEnd, NEW_WINDOW, overlapOf, problemOf, shareOf, sortedWindows } from './window-dialog.tsx';

const window = (days: number[], from: string, to: string) => ({ ...NEW_WINDOW, days, from, to, playlist_id: 1 });

describe('a window of the day programme', () => {
  it.each([
    [window([1], '10:00', '11:00'), true],
    [window([1], '08:00', '09:01'), true],
    [window([1], '08:00', '20:00'), true],
    [window([1], '08:00', '09:00'), false],
    [window([1], '18:00', '24:00'), false],
    [window([6, 7], '10:00', '11:00'), false],
  ])('%o overlaps with weekdays from 9 to 18: %s', (other, overlaps) =>
    expect(overlapOf(other, [window([1, 2, 3, 4, 5], '09:00', '18:00')]) !== null).toBe(overlaps),
  );

  it.each([
    [{ days: [] }, 'days'],
    [{ from: '18:00', to: '09:00' }, 'times'],
    [{ from: '' }, 'times'],
    [{ playlist_id: null }, 'content'],
    [{ playlist_id: null, station_id: 4 }, null],
    [{}, null],
  ])('with %o lacks %s', (change, problem) =>
    expect(problemOf({ ...window([1], '09:00', '18:00'), ...change })).toBe(problem),
  );

  it('ends at midnight, which a field calls 00:00', () => {
    expect([endOfField('00:00'), endOfField('18:00')]).toEqual(['24:00', '18:00']);
    expect([fieldOfEnd('24:00'), fieldOfEnd('18:00')]).toEqual(['00:00', '18:00']);
    expect([shareOf('00:00'), shareOf('12:00'), shareOf('24:00')]).toEqual([0, 0.5, 1]);
  });

  it('is listed by its start, then by its first day', () =>
    expect(
      sortedWindows([window([3], '09:00', '10:00'), window([5], '07:00', '08:00'), window([1], '09:00', '10:00')]).map(
        ({ days }) => days[0],
      ),
    ).toEqual([5, 1, 3]));
});
