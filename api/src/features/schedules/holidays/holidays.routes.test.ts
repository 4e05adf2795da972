import { expect, it } from 'vitest';
import { readInWorker } from './holidays.routes.ts';

const OWNER = 1;
const NOW = new Date('2026-11-23T12:00:00Z');
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'UID:1@test', 'SUMMARY:Day', ...lines, 'END:VEVENT'].join('\r\n');
const upTo = (end: number): string => Array.from({ length: end }, (_, item) => item).join(',');
/** Every second of ten years: a single event that the library expands for minutes. */
const ENDLESS = event(
  'DTSTART:20200101T000000Z',
  `RRULE:FREQ=DAILY;BYSECOND=${upTo(60)};BYMINUTE=${upTo(60)};BYHOUR=${upTo(24)}`,
);

it('an iCalendar file is read in a thread of its own', async () => {
  expect(await readInWorker(OWNER, event('DTSTART;VALUE=DATE:20261225'), NOW)).toEqual({
    days: [{ date: '2026-12-25', name: 'Day' }],
    skipped: [],
  });
});

it('a file is refused at its time limit, while this thread works on and the next file is read', async () => {
  let turns = 0;
  const other = setInterval(() => (turns += 1), 10);
  await expect(readInWorker(OWNER, ENDLESS, NOW, 1_500)).rejects.toThrow('takes too long to read');
  clearInterval(other);
  expect(turns).toBeGreaterThan(20);
  expect((await readInWorker(OWNER, event('DTSTART;VALUE=DATE:20261225'), NOW)).days).toHaveLength(1);
}, 20_000);

it('a file with too many events is refused with the reason of the thread', async () => {
  await expect(readInWorker(OWNER, 'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(43_000), NOW)).rejects.toThrow(
    'more than 5000 events',
  );
});
