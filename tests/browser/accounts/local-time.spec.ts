import type { Locator, Page } from '@playwright/test';
import { alertOf } from '../support/pages/account-forms.ts';
import { expectVisibleFor } from '../support/pages/home-page.ts';
import { nowOf, stopClock } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { requestsTo, mockResponse } from '../support/requests.ts';

const FAILED = { status: 500, json: {} };
const SAVED = 'Часовой пояс обновлен!';
const NOT_SAVED = 'Ошибка при сохранении временной зоны';

const cardOf = (page: Page): Locator => page.getByRole('region', { name: 'Local time', exact: true });
const zoneOf = (page: Page): Locator => cardOf(page).getByRole('combobox', { name: 'Time zone' });
const press = (page: Page, name: string): Promise<void> => cardOf(page).getByRole('button', { name }).click();

/** The time on the clock in milliseconds since the epoch, as if it were UTC. It has the Russian date format. */
async function shownOn(card: Locator): Promise<number> {
  const text = (await card.textContent()) ?? '';
  const [, time, day, month, year] = /(\d\d:\d\d:\d\d)(\d\d)\.(\d\d)\.(20\d\d)/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${time}Z`);
}
const minutesEastOfUtc = async (page: Page): Promise<number> =>
  Math.round(((await shownOn(cardOf(page))) - (await nowOf(page))) / 60_000);

test(
  'the local time ticks every second in the Russian format, and follows a change of time zone',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await page.clock.install();
    await open(user, '/home');
    await expect(cardOf(page)).toContainText('Moscow (GMT+3)');
    await press(page, 'Change');
    await expect(zoneOf(page)).toBeFocused();
    await zoneOf(page).fill('kolkata');
    await page.getByRole('option', { name: /Kolkata/ }).click();

    await stopClock(page);
    // It may have been stopped between two ticks; a jump of a second makes the page tick once, at its end.
    await page.clock.fastForward(1_000);
    const before = Math.floor((await nowOf(page)) / 1_000) * 1_000 + 180 * 60_000;
    await expect.poll(() => shownOn(cardOf(page))).toBe(before);
    await page.clock.runFor(1_000);
    await expect.poll(() => shownOn(cardOf(page))).toBe(before + 1_000);

    const undo = await mockResponse(page, requestsTo(usersHttp.update), FAILED);
    await press(page, 'Save');
    await expect(alertOf(page)).toContainText(NOT_SAVED);
    await expectVisibleFor(page, NOT_SAVED, 3_000);
    await undo();
    const sent = page.waitForRequest(requestsTo(usersHttp.update));
    await press(page, 'Save');
    expect((await sent).postDataJSON()).toEqual({ utc_offset: 330 });
    await expectVisibleFor(page, SAVED, 3_000);
    await expect(cardOf(page).getByText('Kolkata (GMT+5:30)')).toBeVisible();
    await expect(cardOf(page).getByRole('button', { name: 'Change' })).toBeFocused();
    expect(await minutesEastOfUtc(page)).toBe(330);
    const { body } = await stack.call(usersHttp.profile, user);
    expect(body).toMatchObject({ utc_offset: 330, time_zone: 'Asia/Kolkata' });
  },
);
