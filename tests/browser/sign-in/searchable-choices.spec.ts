import { pickerOf } from '../support/pages/account-forms.ts';
import { selectOf, editButtonOf, saveButtonOf, textFieldOf } from '../support/pages/home-page.ts';
import { countryOf, mockIpLocation, languageOf } from '../support/ip-location.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

for (const width of [1440, 768, 350]) {
  test(`Enter selects the first match and never submits the form, at ${width} px`, async ({ fixtures, open, page }) => {
    await page.setViewportSize({ width, height: 900 });
    let saved = 0;
    page.on('request', (request) => (saved += request.url().endsWith('/api/users/update') ? 1 : 0));
    await open(await fixtures.user(), '/home');
    await editButtonOf(page).click();
    await textFieldOf(page, 'City').fill('Osaka');
    await selectOf(page, 'Country').click();
    await page.keyboard.type('japa');
    await expect(page.getByRole('option')).toHaveText(['JapanJP']);
    await page.keyboard.press('Enter');
    await expect(selectOf(page, 'Country')).toHaveValue('Japan');
    await expect(textFieldOf(page, 'Code')).toHaveValue('JP');
    await selectOf(page, 'Country').press('Enter');
    await page.keyboard.type('герм');
    await page.keyboard.press('Escape');
    await expect(selectOf(page, 'Country')).toHaveValue('Japan');
    await selectOf(page, 'Language').click();
    await page.keyboard.type('ru');
    await expect(page.getByRole('option').first()).toHaveText('Russian');
    await page.keyboard.press('Enter');
    await selectOf(page, 'Time zone').click();
    await page.keyboard.type('япония');
    await expect(page.getByRole('listbox', { name: 'Time zone' }).getByRole('option').first()).toHaveText(/^Tokyo/);
    await page.keyboard.press('Enter');
    await expect(selectOf(page, 'Time zone')).toHaveValue(/^Tokyo/);
    expect(saved).toBe(0);
    const messageShown = await watchForMessage(page, 'Profile updated successfully!', 'status');
    await saveButtonOf(page).click();
    await messageShown();
    expect(saved).toBe(1);
  });
}

test('a time zone that was not selected is not reported as saved', async ({ fixtures, open, page }) => {
  await open(await fixtures.user(), '/home');
  const card = page.getByRole('region', { name: 'Local time', exact: true });
  await card.getByRole('button', { name: 'Change' }).click();
  const zone = card.getByRole('combobox', { name: 'Time zone' });
  const save = card.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await expect(zone).toBeFocused();
  // The label of the list, which is loaded now.
  await expect(zone).toHaveValue('Moscow (GMT+3)');
  await page.keyboard.type('berl');
  await page.keyboard.press('Escape');
  await expect(zone).toHaveValue('Moscow (GMT+3)');
  await expect(save).toBeDisabled();
  await zone.press('Enter');
  await page.keyboard.type('berl');
  await page.keyboard.press('Enter');
  await expect(zone).toHaveValue(/^Berlin/);
  await save.click();
  await expect(card.getByText(/^Europe\/Berlin \(GMT/)).toBeVisible();
});

test('the pickers of registration find entries by code, and by English, Russian and native names', async ({ page }) => {
  await mockIpLocation(page);
  await page.goto('/register');
  await expect(countryOf(page)).toHaveText('Germany');
  const search = pickerOf(page).getByRole('combobox');
  const first = pickerOf(page).getByRole('option').first();
  await countryOf(page).click();
  for (const typed of ['JP', 'japa', 'япо', '日本']) {
    await search.fill(typed);
    await expect(first).toContainText('Japan');
  }
  await search.press('Escape');
  await expect(pickerOf(page)).toBeHidden();
  await languageOf(page).click();
  for (const typed of ['ru', 'russ', 'русс']) {
    await search.fill(typed);
    await expect(first).toContainText('Russian');
  }
  await search.press('Enter');
  await expect(languageOf(page)).toHaveText('Russian');
});
