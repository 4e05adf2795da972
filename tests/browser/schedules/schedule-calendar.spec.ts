import { createCalendar, eventsOf, WEEK } from '../support/pages/calendar-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { stationsHttp } from '@belfry/schemas/http/library/audio';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';

test(
  'one date of a recurring event moves by keyboard and becomes a schedule of its own',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const { add, read } = await createCalendar(stack, user);
    const id = await add({ name: 'Lunch', starts_at: '2035-01-01T12:00', rrule: 'FREQ=DAILY' });
    await open(user, `/schedule?date=${WEEK}`);
    await expect(eventsOf(page, 'Lunch')).toHaveCount(7);
    await eventsOf(page, 'Lunch').nth(2).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move Lunch' });
    await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('2035-01-03');
    await dialog.getByLabel('Time', { exact: true }).fill('13:30');
    const moved = await watchForMessage(page, 'Lunch was moved', 'status');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await moved();
    expect(await read(id)).toMatchObject({
      exceptions: ['2035-01-03'],
      starts_at: expect.stringMatching(/^2035-01-01T12:00/),
    });
    const { body } = await stack.call(schedulesHttp.list, user);
    expect(body.filter(({ starts_at }) => starts_at.startsWith('2035-01-03T13:30'))).toHaveLength(1);
  },
);

test(
  'a dry run tells what a place hears, and its address can be shared',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const { add, company } = await createCalendar(stack, user);
    await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
    await open(user, '/schedule?tab=try');
    await page.getByLabel('Date and time').fill('2035-01-01T09:30');
    await page.getByRole('button', { name: 'Check' }).click();
    const heard = page.getByRole('list', { name: 'What is planned at this moment' });
    await expect(heard.getByRole('listitem')).toContainText('Exams');
    await expect(page).toHaveURL(new RegExp(`node=${company}.*at=2035-01-01T09`));
    await page.reload();
    await expect(heard.getByRole('listitem')).toContainText('Exams');
  },
);

test('a place has its own day programme, and inherits again', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { company } = await createCalendar(stack, user);
  const station = { name: 'Radio One', url: 'https://radio.test/one' };
  await stack.call(stationsHttp.create, user, { ...station });
  await open(user, `/schedule?tab=day&node=${company}`);
  await expect(page.getByText('No music is planned here or above.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a window' }).click();
  const dialog = page.getByRole('dialog', { name: 'Window' });
  // An opening dialog takes the focus, which would close the list.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByText('Radio station').click();
  const choice = dialog.getByRole('combobox', { name: 'Radio station' });
  // On a slow machine the list is drawn, and its timers run, long after the key presses.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await choice.fill('radio');
  await page.keyboard.press('Enter');
  await expect(choice).toHaveValue('Radio One');
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('list', { name: 'Monday – Friday' }).getByRole('button', { name: /Radio One/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Use inherited' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use inherited' }).click();
  await expect(page.getByText('No music is planned here or above.')).toBeVisible();
});

test('a calendar link works until it is revoked', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { add } = await createCalendar(stack, user);
  // The link has the coming weeks only.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await add({ name: 'Exams', starts_at: `${tomorrow}T09:00` });
  await open(user, '/schedule?tab=manage');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByText(/\/api\/schedules\/feed/).innerText();
  const calendar = await page.request.get(link);
  expect(await calendar.text()).toContain('SUMMARY:Exams');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await expect(page.getByText('There is no link.')).toBeVisible();
  expect((await page.request.get(link)).status()).toBe(404);
});
