import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { stationsHttp } from '@belfry/schemas/http/library/audio';
import { createCalendar, eventsOf, WEEK } from '../browser/support/pages/calendar-page.ts';
import { expect } from '../browser/support/test.ts';
import { screenTest } from './support/screen-test.ts';

screenTest('the calendar, an event and its move', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { add } = await createCalendar(stack, user);
  await add({ name: 'Lunch', starts_at: '2035-01-01T12:00', rrule: 'FREQ=DAILY' });
  await open(user, `/calendar?date=${WEEK}`);
  await expect(eventsOf(page, 'Lunch')).toHaveCount(7);
  await check('calendar');
  await eventsOf(page, 'Lunch').nth(2).click();
  await page.getByRole('dialog', { name: 'Lunch' }).getByRole('button', { name: 'Move' }).click();
  await expect(page.getByRole('form', { name: 'Move Lunch' })).toBeVisible();
  await check('moving an event');
});

screenTest('the form and the list of schedules', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { add } = await createCalendar(stack, user);
  await add({ name: 'Opening bell', starts_at: '2035-01-01T08:00', rrule: 'FREQ=WEEKLY;BYDAY=MO,FR' });
  const message = { name: 'Opening hours', variants: [{ language: 'en-US', text: 'We are open at {place}' }] };
  await stack.call(messagesHttp.create, user, message);
  await open(user, '/calendar?view=list');
  await expect(page.getByRole('link', { name: 'Opening bell' })).toBeVisible();
  await check('schedule list');

  await page.goto('/calendar?open=plan:new');
  const form = page.getByRole('form', { name: 'Plan something' });
  await form.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(form.getByText('Please enter a name')).toBeVisible();
  await form.getByLabel('Date and time').fill('2035-01-01T08:00');
  await form.getByRole('combobox', { name: 'Repeats' }).selectOption('weekly');
  await form.getByText('Fri', { exact: true }).click();
  await expect(form.getByRole('list', { name: 'Next times' }).getByRole('listitem')).toHaveCount(10);
  await check('schedule form');
});

screenTest('the dry run', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { add, company } = await createCalendar(stack, user);
  await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
  await open(user, `/calendar?node=${company}&open=moment:2035-01-01T09:30`);
  await expect(page.getByRole('list', { name: 'What is planned at this moment' })).toContainText('Exams');
  await check('dry run');
});

screenTest('the day programme', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const { company } = await createCalendar(stack, user);
  const station = { name: 'Radio One', url: 'https://radio.test/one' };
  await stack.call(stationsHttp.create, user, station);
  await open(user, `/calendar?open=music:${company}`);
  await page.getByRole('button', { name: 'Add a window' }).click();
  const dialog = page.getByRole('dialog', { name: 'Window' });
  // An opening dialog takes the focus, which would close the list.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByText('Radio station').click();
  const choice = dialog.getByRole('combobox', { name: 'Radio station' });
  await choice.fill('radio');
  await page.keyboard.press('Enter');
  await expect(choice).toHaveValue('Radio One');
  await check('a window of the day programme');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('list', { name: 'Monday – Friday' }).getByRole('button', { name: /Radio One/ }),
  ).toBeVisible();
  await check('day programme');
});
