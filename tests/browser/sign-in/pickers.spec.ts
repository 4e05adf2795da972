import { alertOf, mockResponse, pickerOf } from '../support/pages/account-forms.ts';
import { countryOf, callingCodeOf, mockIpLocation, languageOf } from '../support/ip-location.ts';
import { expect, test } from '../support/test.ts';

const pickers = [
  ['phone-code picker', callingCodeOf, ['44', '+44', 'gb', 'united king'], 'United Kingdom'],
  ['country picker', countryOf, ['gb', 'united king'], 'United Kingdom'],
  ['language picker', languageOf, ['ar', 'arab', 'عرب'], 'Arabic'],
] as const;
for (const [name, openerOf, searches, found] of pickers) {
  test(`the ${name} can be searched, closes with Escape or a click outside, and clears the search`, async ({
    page,
  }) => {
    await mockIpLocation(page);
    await page.goto('/register');
    await expect(countryOf(page)).toHaveText('Germany');
    const opener = openerOf(page);
    const dialog = pickerOf(page);
    const search = dialog.getByRole('combobox');
    await opener.click();
    await expect(search).toBeFocused();
    await expect(dialog.getByRole('listbox')).toHaveCSS('max-height', '220px');
    for (const typed of searches) {
      await search.fill(typed);
      await expect(dialog.getByRole('option').first()).toContainText(found);
    }
    await search.fill('nothing like this');
    await expect(dialog.getByText(/^Nothing found/)).toBeVisible();
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
      await close();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await opener.click();
      await expect(search).toHaveValue('');
      await search.fill(found);
    }
    await search.press('Enter');
    await expect(dialog).toBeHidden();
    await opener.click();
    await expect(search).toHaveValue('');
  });
}

test('lists are requested once in a session, and failed ones have fallbacks without a message', async ({ page }) => {
  await mockIpLocation(page);
  let requests = 0;
  page.on(
    'request',
    (request) => (requests += /\/(languages|countries|phone-codes)(\?|$)/.test(request.url()) ? 1 : 0),
  );
  await page.goto('/register');
  await expect(languageOf(page)).toHaveText('German');
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage)))
    .toEqual(expect.arrayContaining(['cached_languages', 'cached_countries', 'cached_phone_codes']));
  expect(requests).toBe(3);
  await page.reload();
  await expect(languageOf(page)).toHaveText('German');
  expect(requests).toBe(3);

  await page.evaluate(() => sessionStorage.clear());
  for (const list of ['voices/languages*', 'admin/countries?*', 'admin/countries/phone-codes*']) {
    await mockResponse(page, list, { status: 500, json: {} });
  }
  await page.reload();
  await countryOf(page).click();
  await expect(pickerOf(page).getByRole('option')).toHaveText([
    /United States/,
    /Russia/,
    /Germany/,
    /France/,
    /United Kingdom/,
  ]);
  await page.keyboard.press('Escape');
  await expect(pickerOf(page)).toBeHidden();
  await languageOf(page).click();
  await expect(pickerOf(page).getByRole('option')).toHaveText([/English/, /Russian/]);
  await expect(alertOf(page)).toHaveCount(0);
});
