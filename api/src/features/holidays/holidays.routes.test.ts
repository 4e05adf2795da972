import { expect, it } from 'vitest';
import { readInWorker } from './holidays.routes.ts';

const OWNER = 1;
const NOW = new Date('2026-11-23T12:00:00Z');
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'UID:1@test', 'SUMMARY:Day', ...lines, 'END:VEVENT'].join('\r\n');
/** Every minute of a date that no year has, for which the library searches: more than all the time that a file has. */
const ENDLESS = `${event('DTSTART:20200101T000000Z', 'RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30')}\r\n`.repeat(500);
const input = (text: string) => ({ text, now: NOW, zone: 'Europe/Berlin' });

it('an iCalendar file is read in a thread of its own', async () => {
  expect(await readInWorker(OWNER, input(event('DTSTART;VALUE=DATE:20261225')))).toEqual({
    days: [{ date: '2026-12-25', name: 'Day' }],
    unread: [],
    utc_zone: null,
  });
});

it('a file is refused at its time limit, while this thread works on and the next file is read', async () => {
  let turns = 0;
  const other = setInterval(() => (turns += 1), 10);
  await expect(readInWorker(OWNER, input(ENDLESS), 500)).rejects.toThrow('takes too long to read');
  clearInterval(other);
  expect(turns).toBeGreaterThan(10);
  expect((await readInWorker(OWNER, input(event('DTSTART;VALUE=DATE:20261225')))).days).toHaveLength(1);
}, 20_000);

it('a file is refused at its limit of the processor', async () => {
  await expect(readInWorker(OWNER, input(ENDLESS))).rejects.toThrow('takes too long to read');
}, 20_000);

it('a file with too many events is refused with the reason of the thread', async () => {
  await expect(readInWorker(OWNER, input('BEGIN:VEVENT\nEND:VEVENT\n'.repeat(43_000)))).rejects.toThrow(
    'more than 5000 events',
  );
});
