import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import type { Locator, Page } from '@playwright/test';
import { watchForMessage } from '../support/watch-for.ts';
import { buttonOf, CODE, expectText, fieldOf, LANGUAGE, panelOf, pick } from '../support/pages/favorite-voices-page.ts';
import { slowDownSounds } from '../support/slow-sounds.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo } from '../support/requests.ts';
import { pathOf } from '../../support/http-client.ts';

const [AINO, EERO] = ['Finnish A (female)', 'Finnish B (male)'];

const rowsOf = (page: Page): Locator => page.getByRole('list', { name: 'Favorites' }).getByRole('listitem');

const keep = async (page: Page): Promise<void> => {
  const kept = page.waitForResponse(requestsTo(voiceFavoritesHttp.add));
  await buttonOf(page, 'Add to Favorites').click();
  expect((await kept).status()).toBe(200);
};

test(
  'a user plays a voice, adds it to the favorites, plays it there, and removes it',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const user = await fixtures.user();
    await slowDownSounds(page);
    await stack.db.updateTable('users').set({ lang: CODE }).where('id', '=', user.id).execute();
    // The account area has loaded the voices of the user's language before.
    await open(user, '/home');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('cached_voices_fi'))).toContain(AINO);
    await page.getByRole('navigation').getByRole('link', { name: 'Favorite voices' }).click();
    await expect(page).toHaveTitle('Favorite voices · Belfry');
    await expect(fieldOf(page, 'Language')).toHaveText(LANGUAGE);
    await expectText(page, 'No Favorite Voices Yet');
    await expectText(page, '4 available');
    expect(requests.filter((path) => path === pathOf(voicesHttp.listOfLanguage, { code: CODE }))).toHaveLength(1);
    const refused = await watchForMessage(page, 'Voice data not found');
    await buttonOf(page, 'Add to Favorites').click();
    await refused();
    await buttonOf(page, 'Female').click();
    await expect(buttonOf(page, 'Female')).toHaveAttribute('aria-pressed', 'true');
    await pick(page, 'Voice', AINO);
    await expect(page).toHaveURL(`/language?gender=female&voice=fi-FI-Standard-A`);

    // The sample does not exist yet, and the proxy creates it.
    await buttonOf(page, `Play ${AINO}`).click();
    await expect(panelOf(page).getByText('Playing')).toBeVisible({ timeout: 60_000 });
    const sample = { voice_name: 'fi-FI-Standard-A' };
    expect(requests).toContain(pathOf(voiceSamplesHttp.audio, sample));
    // A slow synthesis is requested again, so the number is counted when it is there.
    const proxied = () => requests.filter((path) => path === pathOf(voiceSamplesHttp.proxy, sample)).length;
    const proxiedAtFirst = proxied();
    expect(proxiedAtFirst).toBeGreaterThan(0);
    await panelOf(page).getByRole('button', { name: 'Stop' }).click();
    await expect(panelOf(page).getByText('Hear how the voice sounds')).toBeVisible();

    const added = await watchForMessage(page, `"${AINO}" added to favorites!`);
    await keep(page);
    await added();
    await expect(buttonOf(page, 'In your favorites')).toBeDisabled();
    await expect(rowsOf(page)).toContainText([AINO]);
    await expect(buttonOf(page, 'All 1/4 in your favorites')).toBeVisible();
    await buttonOf(page, 'All 1/4 in your favorites').click();
    await expect(buttonOf(page, 'All 1/4 in your favorites')).toHaveAttribute('aria-pressed', 'true');
    await pick(page, 'Voice', EERO);
    await keep(page);
    await expect(rowsOf(page)).toContainText([EERO, AINO]);

    // Only one sample plays at a time, and a sample that was fetched is not fetched again.
    await rowsOf(page)
      .last()
      .getByRole('button', { name: `Play ${AINO}` })
      .click();
    await expect(
      rowsOf(page)
        .last()
        .getByRole('button', { name: `Stop ${AINO}` }),
    ).toBeVisible();
    await rowsOf(page)
      .first()
      .getByRole('button', { name: `Play ${EERO}` })
      .click();
    await expect(
      rowsOf(page)
        .first()
        .getByRole('button', { name: `Stop ${EERO}` }),
    ).toBeVisible({ timeout: 60_000 });
    await expect(
      rowsOf(page)
        .last()
        .getByRole('button', { name: `Play ${AINO}` }),
    ).toBeVisible();
    expect(proxied()).toBe(proxiedAtFirst);

    const removed = await watchForMessage(page, 'Voice removed!');
    await buttonOf(page, `Remove ${EERO}`).click();
    await removed();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(buttonOf(page, `Remove ${AINO}`)).toBeFocused();
  },
);
