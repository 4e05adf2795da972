import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, unreachable } from '../../../testing/fake-server.ts';
import {
  callingCodeButton,
  countryButton,
  expectCountry,
  field,
  languageButton,
  located,
  openRegistration,
  pick,
  setUpRegisterTests,
} from './testing/register-harness.tsx';

setUpRegisterTests();

it('fills in the detected location, but does not overwrite a selection', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await openRegistration({ locate: () => promise });
  expect(screen.getByText('Detecting your location...')).toBeDefined();
  // The list has French once it is loaded.
  await waitFor(() => expect(sessionStorage.getItem('cached_languages')).not.toBeNull());
  pick(languageButton(), 'french');
  expect(languageButton().textContent).toBe('French');
  resolve(located());
  await expectCountry('Germany');
  await waitFor(() => expect(callingCodeButton().textContent).toBe('+49'));
  expect(field('City').value).toBe('Berlin');
  expect(languageButton().textContent).toBe('French');
  expect(screen.queryByText('Detecting your location...')).toBeNull();
});

it.each<[why: string, ofCountry: object | null, detected: string | null, name: string]>([
  ['that of the country', { lang: 'fr', language: 'fr' }, 'es', 'French'],
  ['that of the country, in the other field', { language: 'fr' }, 'es', 'French'],
  ['the detected one', null, 'es', 'Spanish'],
  ['English', null, null, 'English'],
])('the language is %s', async (_why, ofCountry, detected, name) => {
  await openRegistration({
    locate: () => located({ language: detected }),
    language: () => (ofCountry ? Response.json(ofCountry) : undefined),
  });
  await expectCountry('Germany');
  await waitFor(() => expect(languageButton().textContent).toBe(name));
});

it('selects the country of the browser’s time zone where the address has no location', async () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: 'Europe/Kyiv' });
  await openRegistration({
    locate: () => located({ country: null, countryCode: null, phoneCode: null, city: null, region: null }),
  });
  await expectCountry('Ukraine');
  await waitFor(() => expect(callingCodeButton().textContent).toBe('+380'));
});

it.each<[text: string, locate: () => Response | Promise<Response>]>([
  ['Could not auto-detect your location. Please fill the form manually.', () => refusal(500)],
  ['Failed to load location data. Please fill the form manually.', () => new Response('<html>')],
  [
    'Network error: Could not detect your location. Please check your internet connection and fill the form manually.',
    unreachable,
  ],
])('a failed detection shows: %s', async (text, locate) => {
  await openRegistration({ locate });
  expect((await screen.findByText(text)).closest('[role]')?.getAttribute('role')).toBe('status');
  expect(callingCodeButton().textContent).toBe('+1');
  expect(countryButton().textContent).toBe('Choose a country');
  expect(languageButton().textContent).toBe('English');
});
