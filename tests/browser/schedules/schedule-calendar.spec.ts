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
    await open(user, `/calendar?date=${WEEK}`);
    await expect(eventsOf(page, 'Lunch')).toHaveCount(7);
    await eventsOf(page, 'Lunch').first().focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const drawer = page.getByRole('dialog', { name: 'Lunch' });
    await drawer.getByRole('button', { name: 'Move' }).press('Enter');
    const dialog = drawer.getByRole('form', { name: 'Move Lunch' });
    await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('03/01/2035');
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

test('an empty moment tells what a place hears and why, and something is planned there', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const { add } = await createCalendar(stack, user);
  await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
  await open(user, `/calendar?date=${WEEK}`);
  await page
    .getByRole('button', { name: /^What is heard at Tue, 2 Jan 2035, 12:00/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Nothing is planned at this moment.')).toBeVisible();
  await drawer.getByLabel('Moment').fill('2035-01-01T09:30');
  const heard = drawer.getByRole('list', { name: 'What is planned at this moment' });
  await expect(heard.getByRole('listitem')).toContainText('Exams');
  await page.reload();
  await expect(heard.getByRole('listitem')).toContainText('Exams');
  await drawer.getByRole('link', { name: 'Plan something here' }).click();
  const form = page.getByRole('form', { name: 'Plan something' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Quiet hour');
  await form.getByRole('combobox', { name: 'Type' }).selectOption('silence');
  await expect(form.getByText(/1 conflict/)).toBeVisible();
  await form.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(eventsOf(page, 'Quiet hour')).toHaveCount(1);
});

test('a place has its own day programme, and inherits again', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { company } = await createCalendar(stack, user);
  const station = { name: 'Radio One', url: 'https://radio.test/one' };
  await stack.call(stationsHttp.create, user, { ...station });
  await open(user, `/calendar?open=music:${company}`);
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
  await page
    .getByRole('dialog', { name: /^Use the inherited/ })
    .getByRole('button', { name: 'Use inherited' })
    .click();
  await expect(page.getByText('No music is planned here or above.')).toBeVisible();
});

test('a calendar link works until it is revoked', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { add } = await createCalendar(stack, user);
  // The link has the coming weeks only.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await add({ name: 'Exams', starts_at: `${tomorrow}T09:00` });
  await open(user, '/calendar');
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Calendar link' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByText(/\/api\/schedules\/feed/).innerText();
  const calendar = await page.request.get(link);
  expect(await calendar.text()).toContain('SUMMARY:Exams');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await expect(page.getByText('There is no link.')).toBeVisible();
  expect((await page.request.get(link)).status()).toBe(404);
});
