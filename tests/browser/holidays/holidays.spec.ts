import { expect, test } from '../support/test.ts';

const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//test//EN',
  'BEGIN:VEVENT',
  'UID:1@test',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;VALUE=DATE:20350102',
  'DTEND;VALUE=DATE:20350103',
  'SUMMARY:Free day',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

test('a schedule leaves out the days of an uploaded calendar', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/calendar?open=plan:new');
  const form = page.getByRole('form', { name: 'Plan something' });
  await form.getByLabel('Date and time').fill('2035-01-01T08:00');
  await form.getByRole('combobox', { name: 'Repeats' }).selectOption('daily');
  const runs = form.getByRole('list', { name: 'Next times' }).getByRole('listitem');
  await expect(runs.nth(1)).toContainText('2 Jan 2035');
  await form.getByRole('button', { name: /^More/ }).click();
  await form.getByLabel('An iCalendar file (.ics)').setInputFiles({
    name: 'Latvia.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(FILE),
  });
  await expect(form.getByRole('combobox', { name: 'Holiday calendar' })).toContainText('Latvia: 1 day');
  await expect(runs.nth(1)).toContainText('3 Jan 2035');
});
