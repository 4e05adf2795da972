import type { Page } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import type { FixtureUser } from '../support/fixtures.ts';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { expect, test } from '../support/test.ts';

/** A Monday far ahead, so that the story does not depend on the day it runs. */
const WEEK = '2035-01-01';
const calendarOf = (page: Page) => page.getByRole('region', { name: 'Calendar', exact: true });
const eventsOf = (page: Page, name: string) => calendarOf(page).getByRole('button', { name: new RegExp(name) });

type Seed = { company: number; add(body: object): Promise<number>; read(id: number): Promise<Record<string, unknown>> };

async function seed(stack: Stack, { key }: FixtureUser): Promise<Seed> {
  const { body } = await stack.post<{ company_id: number }>('/api/company/main/add', { key, body: { name: 'Riga' } });
  const targets = { nodes: [body.company_id] };
  const silence = { action: { type: 'silence' }, duration_minutes: 60, targets };
  return {
    company: body.company_id,
    add: async (fields) => {
      const added = await stack.post<{ id: number }>('/api/schedules', { key, body: { ...silence, ...fields } });
      expect(added.status).toBe(201);
      return added.body.id;
    },
    read: async (id) => (await stack.get<Record<string, unknown>>(`/api/schedules/${id}`, { key })).body,
  };
}

async function boxOf(page: Page, name: string) {
  const event = eventsOf(page, name).first();
  await event.scrollIntoViewIfNeeded();
  const box = await event.boundingBox();
  if (!box) throw new Error('The event is not drawn');
  return box;
}

/** Drags what is at a point, in steps, as a hand does. */
async function drag(
  page: Page,
  [x, y]: readonly [number, number],
  [right, down]: readonly [number, number],
): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 8 });
  await page.mouse.move(x + right, y + down, { steps: 8 });
  await page.mouse.up();
}

async function dragToNextDay(page: Page, name: string): Promise<void> {
  const box = await boxOf(page, name);
  await drag(page, [box.x + box.width / 2, box.y + 8], [box.width, 0]);
}

/** Drags the lower end of an event by so many times its height. */
async function stretch(page: Page, name: string, times: number): Promise<void> {
  const box = await boxOf(page, name);
  await drag(page, [box.x + box.width / 2, box.y + box.height - 2], [0, box.height * times]);
}

/** Answers changes of a schedule with this error. */
const refuse = (page: Page, id: number) =>
  page.route(`**/api/schedules/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { error: 'Away', code: 'internal' } })
      : route.fallback(),
  );

/**
 * Holds the answer to a move until the event is drawn where it was dropped. @returns a wait until the grid, which draws all events anew
 * when the list has been fetched again, has done so; a drag before that holds an element that goes away.
 */
async function moveHeld(page: Page, id: number, move: () => Promise<void>): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const path = `**/api/schedules/${id}`;
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await page.route(path, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await move();
  await asked;
  const dropped = await eventsOf(page, 'Exams').elementHandle();
  release();
  return async () => {
    await expect.poll(() => dropped?.evaluate((element) => element.isConnected)).toBe(false);
    await page.unroute(path);
  };
}

test('an event is dragged to another time, and returns where that is refused', async ({ fixtures, open, page, stack }, {
  outputDir,
}) => {
  const user = await fixtures.user();
  const { add, read } = await seed(stack, user);
  const id = await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
  await followSystemTheme(page);
  await open(user, `/schedule?date=${WEEK}`);
  await expect(eventsOf(page, 'Exams')).toHaveCount(1);
  await expectAccessibleLayout(page, 'schedule calendar', outputDir);
  await page.setViewportSize({ width: 1440, height: 900 });

  const redrawn = await moveHeld(page, id, () => dragToNextDay(page, 'Exams'));
  await expect(page.getByText('Exams was moved')).toBeVisible();
  await redrawn();
  expect(await read(id)).toMatchObject({ starts_at: expect.stringMatching(/^2035-01-02T09:00/) });

  await refuse(page, id);
  const before = await eventsOf(page, 'Exams').boundingBox();
  await dragToNextDay(page, 'Exams');
  await expect(page.getByText('Away')).toBeVisible();
  await expect.poll(async () => (await eventsOf(page, 'Exams').boundingBox())?.x).toBe(before?.x);
});

test('an event is resized with the mouse, and returns where that is refused', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const { add, read } = await seed(stack, user);
  const id = await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
  await open(user, `/schedule?date=${WEEK}`);
  await expect(eventsOf(page, 'Exams')).toHaveCount(1);
  const short = await boxOf(page, 'Exams');
  await stretch(page, 'Exams', 1);
  await expect(page.getByText('Exams was moved')).toBeVisible();
  expect(await read(id)).toMatchObject({
    duration_minutes: 120,
    starts_at: expect.stringMatching(/^2035-01-01T09:00/),
  });
  await expect.poll(async () => (await boxOf(page, 'Exams')).height).toBeGreaterThan(short.height * 1.8);

  await refuse(page, id);
  const long = await boxOf(page, 'Exams');
  await stretch(page, 'Exams', 1);
  await expect(page.getByText('Away')).toBeVisible();
  await expect.poll(async () => (await boxOf(page, 'Exams')).height).toBe(long.height);
  expect(await read(id)).toMatchObject({ duration_minutes: 120 });
});

test('one date of a recurring event is made longer with the mouse', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { add, read } = await seed(stack, user);
  const id = await add({ name: 'Lunch', starts_at: '2035-01-01T12:00', rrule: 'FREQ=DAILY' });
  await open(user, `/schedule?date=${WEEK}`);
  await expect(eventsOf(page, 'Lunch')).toHaveCount(7);
  const dialog = page.getByRole('dialog', { name: 'Move Lunch' });
  const before = await boxOf(page, 'Lunch');
  await stretch(page, 'Lunch', 1);
  await expect(dialog.getByLabel(/Duration/)).toHaveValue('120');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await boxOf(page, 'Lunch')).height).toBe(before.height);
  await stretch(page, 'Lunch', 1);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Lunch was moved')).toBeVisible();
  expect(await read(id)).toMatchObject({ exceptions: ['2035-01-01'], duration_minutes: 60 });
});

test('one date of a recurring event moves by keyboard and becomes a schedule of its own', async ({
  fixtures,
  open,
  page,
  stack,
}, { outputDir }) => {
  const user = await fixtures.user();
  const { add, read } = await seed(stack, user);
  const id = await add({ name: 'Lunch', starts_at: '2035-01-01T12:00', rrule: 'FREQ=DAILY' });
  await followSystemTheme(page);
  await open(user, `/schedule?date=${WEEK}`);
  await expect(eventsOf(page, 'Lunch')).toHaveCount(7);
  await eventsOf(page, 'Lunch').nth(2).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move Lunch' });
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('2035-01-03');
  await expectAccessibleLayout(page, 'moving an event', outputDir);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Time', { exact: true }).fill('13:30');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Lunch was moved')).toBeVisible();
  expect(await read(id)).toMatchObject({
    exceptions: ['2035-01-03'],
    starts_at: expect.stringMatching(/^2035-01-01T12:00/),
  });
  await page.setViewportSize({ width: 350, height: 800 });
  await expect(calendarOf(page).getByRole('button', { name: /1:30 PM.*Lunch/ })).toHaveCount(1);
});

test('a dry run tells what a place hears, and its address can be shared', async ({ fixtures, open, page, stack }, {
  outputDir,
}) => {
  const user = await fixtures.user();
  const { add, company } = await seed(stack, user);
  await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
  await followSystemTheme(page);
  await open(user, '/schedule?tab=try');
  await page.getByRole('combobox', { name: 'Place' }).click();
  await page.getByRole('option', { name: 'Riga' }).click();
  await page.getByLabel('Date and time').fill('2035-01-01T09:30');
  await page.getByRole('button', { name: 'Check' }).click();
  const heard = page.getByRole('list', { name: 'What is planned at this moment' });
  await expect(heard.getByRole('listitem')).toContainText('Exams');
  await expect(page).toHaveURL(new RegExp(`node=${company}.*at=2035-01-01T09`));
  await page.reload();
  await expect(heard.getByRole('listitem')).toContainText('Exams');
  await expectAccessibleLayout(page, 'dry run', outputDir);
});

test('a place has its own day programme, and inherits again', async ({ fixtures, open, page, stack }, {
  outputDir,
}) => {
  const user = await fixtures.user();
  const { company } = await seed(stack, user);
  const station = { name: 'Radio One', url: 'https://radio.test/one' };
  await stack.post('/api/stations', { key: user.key, body: station });
  await followSystemTheme(page);
  await open(user, `/schedule?tab=day&node=${company}`);
  await expect(page.getByText('No music is planned here or above.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a window' }).click();
  const dialog = page.getByRole('dialog', { name: 'Window' });
  // An opening dialog takes the focus, which would close the list.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByText('Radio station').click();
  const choice = dialog.getByRole('combobox', { name: 'Radio station' });
  await choice.fill('radio');
  await dialog.getByRole('option', { name: 'Radio One' }).click();
  await expect(choice).toHaveValue('Radio One');
  await expectAccessibleLayout(page, 'a window of the day programme', outputDir);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Friday' }).getByRole('button', { name: /Radio One/ })).toBeVisible();
  await expectAccessibleLayout(page, 'day programme', outputDir);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Use inherited' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use inherited' }).click();
  await expect(page.getByText('No music is planned here or above.')).toBeVisible();
});

test('a calendar link works until it is revoked', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const { add } = await seed(stack, user);
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
