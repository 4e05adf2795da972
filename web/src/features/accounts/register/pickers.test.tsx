import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import {
  callingCodeButton,
  countryButton,
  expectCountry,
  languageButton,
  openRegistration,
  search,
  setUpRegisterTests,
} from './testing/register-harness.tsx';

setUpRegisterTests();

const dialog = () => screen.queryByRole('dialog', { name: /^Choose a / });
const options = (): string[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it.each([
  ['phone-code picker', callingCodeButton, ['44', '+44', 'gb', 'united king'], 'United Kingdom', '+44'],
  ['country picker', countryButton, ['gb', 'united king', 'велико'], 'United Kingdom', 'United Kingdom'],
  ['language picker', languageButton, ['ar', 'arab', 'عرب', 'араб'], 'Arabic', 'Arabic'],
] as const)(
  'the %s can be searched, closes with Escape or a click outside, and clears the search',
  async (_name, opener, searches, found, chosen) => {
    const { user } = await openRegistration();
    await expectCountry('Germany');
    await user.click(opener());
    expect(document.activeElement).toBe(search());
    for (const typed of searches) {
      await user.clear(search());
      await user.type(search(), typed);
      expect(options()[0]).toContain(found);
    }
    await user.clear(search());
    await user.type(search(), 'nothing like this');
    expect(options()).toEqual([]);
    expect(screen.getByText(/^Nothing found/)).toBeDefined();
    for (const close of [
      () => user.keyboard('{Escape}'),
      () => user.click(document.querySelector('.mantine-Modal-overlay')!),
    ]) {
      await close();
      expect(dialog()).toBeNull();
      await user.click(opener());
      expect(search()).toHaveProperty('value', '');
      await user.type(search(), found);
    }
    await user.keyboard('{Enter}');
    expect(dialog()).toBeNull();
    expect(opener().textContent).toContain(chosen);
    await user.click(opener());
    expect(search()).toHaveProperty('value', '');
  },
);

it('lists that cannot be loaded have fallbacks without a message', async () => {
  const { user, requestsTo } = await openRegistration({ lookups: () => refusal(500) });
  await expectCountry('Germany');
  const lists = ['/voices/languages', '/admin/countries', '/admin/countries/phone-codes'];
  await waitFor(() => expect(lists.map((path) => requestsTo(path).length)).toEqual([1, 1, 1]));
  await user.click(countryButton());
  expect(options()).toEqual([
    expect.stringContaining('United States'),
    expect.stringContaining('Russia'),
    expect.stringContaining('Germany'),
    expect.stringContaining('France'),
    expect.stringContaining('United Kingdom'),
  ]);
  await user.keyboard('{Escape}');
  await user.click(languageButton());
  expect(options()).toEqual([expect.stringContaining('English'), expect.stringContaining('Russian')]);
  expect(screen.queryByRole('alert')).toBeNull();
});
