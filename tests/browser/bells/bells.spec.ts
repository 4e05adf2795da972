import type { Locator } from '@playwright/test';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { expectAccessible } from '../support/axe.ts';
import { countStory } from '../support/story-figures.ts';
import { expect, test } from '../support/test.ts';

const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//test//EN',
  'BEGIN:VEVENT',
  'UID:1@test',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;VALUE=DATE:20351022',
  'DTEND;VALUE=DATE:20351027',
  'SUMMARY:Autumn holidays',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('a school year is set up in at most 25 clicks', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  for (const name of ['School 1', 'School 2'])
    expect((await stack.call(companyChangesHttp.addMain, user, { name })).status).toBe(201);
  await open(user, '/calendar?date=2035-09-01');
  await expect(page.getByRole('table', { name: 'Week' })).toBeVisible();
  const figures = await countStory(page, 'A school year is set up');
  await page.getByRole('rowheader', { name: 'Bells' }).getByRole('button').click();
  await expect(page.getByText('No timetables yet')).toBeVisible();

  const add = async (name: string, column: string): Promise<void> => {
    await page.getByRole('button', { name: 'New timetable' }).click();
    const dialog = page.getByRole('dialog', { name: 'New timetable' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await paste(dialog.getByRole('textbox', { name: 'Time of bell 1' }), column);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await add('Normal day', '08:00\tLesson 1\n08:45\n08:55\tLesson 2\n09:40');
  await add('Short day', '08:00\n08:30\n08:40\n09:10');
  await add('Exam', '09:00\tBegin\n12:00\tEnd');
  await page.getByRole('combobox', { name: 'Place', exact: true }).fill('School 1');
  await page.getByRole('option', { name: /School 1/ }).click();

  await page.getByRole('combobox', { name: 'Monday' }).selectOption('Normal day');
  await page.getByRole('button', { name: 'Monday to Friday as Monday' }).click();
  await page.getByRole('combobox', { name: 'Friday' }).selectOption('Short day');
  await page.getByLabel('An iCalendar file (.ics)').setInputFiles({
    name: 'Latvia.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(FILE),
  });
  await expect(page.getByRole('combobox', { name: 'Holiday calendar' })).toContainText('Latvia: 5 days');
  await page.getByRole('button', { name: 'Save the week' }).click();
  const day = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(day('Monday 3 September: Normal day')).toBeVisible();
  await expect(day('Monday 22 October: No bells, holiday')).toBeVisible();

  await page.getByRole('radio', { name: 'Exam' }).click();
  await day('Monday 5 May: Normal day').click();
  await expect(day('Monday 5 May: Exam, painted')).toBeVisible();
  await day('Friday 16 May: Short day').click({ modifiers: ['Shift'] });
  await expect(day('Wednesday 14 May: Exam, painted')).toBeVisible();
  await expect(day('Saturday 10 May: No bells')).toBeVisible();

  const place = page.getByRole('combobox', { name: 'Place', exact: true });
  await place.fill('School 2');
  await page.getByRole('option', { name: /School 2/ }).click();
  await page.getByRole('combobox', { name: 'Copy from another place' }).fill('School 1');
  await page.getByRole('option', { name: /School 1/ }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(day('Wednesday 14 May: Exam, painted')).toBeVisible();
  // One more opens the choice of the file.
  expect((await figures()).clicks + 1).toBeLessThanOrEqual(25);

  const drawer = page.getByRole('dialog', { name: 'Bells and school year' });
  await drawer.getByRole('button', { name: 'Normal day' }).first().focus();
  await expectAccessible(page, { what: 'bells' });
  for (const width of [768, 350]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(day('Wednesday 14 May: Exam, painted')).toBeVisible();
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // One bell of a coming day is left out, where it rings.
  await page.goto('/calendar?node=all');
  await page
    .getByRole('table', { name: 'Week' })
    .getByRole('button', { name: /^08:55 Normal day: Lesson 2/ })
    .last()
    .click();
  const bell = page.getByRole('dialog', { name: /^Normal day: Lesson 2/ });
  await expect(bell.getByRole('link', { name: 'School 1' })).toBeVisible();
  await bell.getByRole('button', { name: 'Skip this time' }).click();
  await expect(bell.getByText(/^Skipped: /)).toBeVisible();
});
