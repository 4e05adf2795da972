import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import type { Page } from '@playwright/test';
import { createCalendar, eventsOf, WEEK } from '../support/pages/calendar-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo } from '../support/requests.ts';

/** Where an event is drawn, once it stays there: what is above it may still arrive. */
async function boxOf(page: Page, name: string) {
  const event = eventsOf(page, name).first();
  // In the middle, with room for the hand below it.
  await event.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  let box = await event.boundingBox();
  await expect
    .poll(async () => {
      const before = box;
      box = await event.boundingBox();
      return (
        box !== null && before !== null && box.x === before.x && box.y === before.y && box.height === before.height
      );
    })
    .toBe(true);
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
  page.route(requestsTo(schedulesHttp.change, { id }), (route) =>
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
  const path = requestsTo(schedulesHttp.change, { id });
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

/** Resolves when the list has been fetched again after a change, with which the grid draws its events again. */
function fetchedAfterChange(page: Page): Promise<unknown> {
  let changed = false;
  return page.waitForResponse((response) => {
    changed ||= response.request().method() === 'PUT';
    return changed && response.url().includes('/schedules/calendar');
  });
}

test('an event is dragged to another time, and returns where that is refused', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const { add, read } = await createCalendar(stack, user);
  const id = await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
  await open(user, `/schedule?date=${WEEK}`);
  await expect(eventsOf(page, 'Exams')).toHaveCount(1);

  const moved = await watchForMessage(page, 'Exams was moved');
  const redrawn = await moveHeld(page, id, () => dragToNextDay(page, 'Exams'));
  await moved();
  await redrawn();
  expect(await read(id)).toMatchObject({ starts_at: expect.stringMatching(/^2035-01-02T09:00/) });

  await refuse(page, id);
  const before = await boxOf(page, 'Exams');
  const refused = await watchForMessage(page, 'Away');
  // The list is fetched once more when the change is told to all consoles; a drag that holds an event which is drawn anew then is lost.
  await expect(async () => {
    const asked = page.waitForRequest((request) => request.method() === 'PUT', { timeout: 5_000 });
    await Promise.all([asked, dragToNextDay(page, 'Exams')]);
  }).toPass();
  await refused();
  await expect.poll(async () => (await eventsOf(page, 'Exams').boundingBox())?.x).toBe(before.x);
});

test(
  'an event is resized with the mouse, and returns where that is refused',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const { add, read } = await createCalendar(stack, user);
    const id = await add({ name: 'Exams', starts_at: '2035-01-01T09:00' });
    await open(user, `/schedule?date=${WEEK}`);
    await expect(eventsOf(page, 'Exams')).toHaveCount(1);
    const short = await boxOf(page, 'Exams');
    const moved = await watchForMessage(page, 'Exams was moved');
    const fetched = fetchedAfterChange(page);
    await stretch(page, 'Exams', 1);
    await moved();
    await fetched;
    expect(await read(id)).toMatchObject({
      duration_minutes: 120,
      starts_at: expect.stringMatching(/^2035-01-01T09:00/),
    });
    await expect.poll(async () => (await boxOf(page, 'Exams')).height).toBeGreaterThan(short.height * 1.8);

    await refuse(page, id);
    const long = await boxOf(page, 'Exams');
    const refused = await watchForMessage(page, 'Away');
    await stretch(page, 'Exams', 1);
    await refused();
    await expect.poll(async () => (await boxOf(page, 'Exams')).height).toBe(long.height);
    expect(await read(id)).toMatchObject({ duration_minutes: 120 });
  },
);

test(
  'one date of a recurring event is made longer with the mouse',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const { add, read } = await createCalendar(stack, user);
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
    const moved = await watchForMessage(page, 'Lunch was moved');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await moved();
    expect(await read(id)).toMatchObject({ exceptions: ['2035-01-01'], duration_minutes: 60 });
  },
);
