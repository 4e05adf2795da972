import { mockResponse, fieldOf, pick, type MockResponse } from '../support/pages/account-forms.ts';
import { countryOf, callingCodeOf, mockIpLocation, languageOf } from '../support/ip-location.ts';
import { expect, test } from '../support/test.ts';

test('the location is detected, but does not overwrite a selection', async ({ page }) => {
  const { promise: chosen, resolve: answer } = Promise.withResolvers<void>();
  await mockIpLocation(page, {}, chosen);
  await page.goto('/register');
  await expect(page.getByText('Detecting your location...')).toBeVisible();
  await pick(page, languageOf(page), 'french');
  answer();
  await expect(countryOf(page)).toHaveText('Germany');
  await expect(callingCodeOf(page)).toHaveText('+49');
  await expect(fieldOf(page, 'City')).toHaveValue('Berlin');
  await expect(languageOf(page)).toHaveText('French');
});

const languages: [title: string, ofCountry: MockResponse, detected: string | null, name: string][] = [
  ['of the country', { json: { lang: 'fr', language: 'fr' } }, 'es', 'French'],
  ['of the country, in the other field', { json: { language: 'fr' } }, 'es', 'French'],
  ['as it was detected', { status: 404, json: {} }, 'es', 'Spanish'],
  ['English', { status: 404, json: {} }, null, 'English'],
];
test('the language is that of the country, else the detected one, else English', async ({ page }) => {
  for (const [why, ofCountry, detected, name] of languages) {
    const undo = await mockResponse(page, 'admin/countries/language/DE', ofCountry);
    await mockIpLocation(page, { language: detected });
    await page.goto('/register');
    await expect(countryOf(page)).toHaveText('Germany');
    await expect(languageOf(page), why).toHaveText(name);
    await undo();
  }
});

test.describe('without a location for the address', () => {
  test.use({ timezoneId: 'Europe/Kyiv' });
  test('the country of the browser’s time zone is selected', async ({ page }) => {
    await page.goto('/register');
    await expect(countryOf(page)).toHaveText('Ukraine');
    await expect(callingCodeOf(page)).toHaveText('+380');
  });
});

const failures: [text: string, reply: MockResponse][] = [
  ['Could not auto-detect your location. Please fill the form manually.', { status: 500, json: {} }],
  ['Failed to load location data. Please fill the form manually.', { status: 200, body: '<html>' }],
  [
    'Network error: Could not detect your location. Please check your internet connection and fill the form manually.',
    'failed',
  ],
];
for (const [text, reply] of failures) {
  test(`a failed detection shows: ${text}`, async ({ page }) => {
    await mockResponse(page, 'auth/user/ip*', reply);
    await page.goto('/register');
    await expect(page.getByText(text)).toBeVisible();
    await expect(callingCodeOf(page)).toHaveText('+1');
    await expect(languageOf(page)).toHaveText('English');
  });
}
