import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ui from '../locales/en/ui.json';
import { startI18n } from './i18n.ts';

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
});
afterEach(() => i18next.addResourceBundle('en', 'ui', ui));

function Role() {
  const { t } = useTranslation('ui');
  const { t: byName } = useTranslation(['shell', 'ui']);
  return (
    <p role="note" aria-label={byName('ui:roles.admin')}>
      {t('roles.user')}
    </p>
  );
}

it('shows no text before its namespace is loaded, and draws it as soon as it is', () => {
  i18next.removeResourceBundle('en', 'ui');
  render(<Role />);
  const shown = screen.getByRole('note');
  expect([shown.textContent, shown.getAttribute('aria-label')]).toEqual(['', '']);
  act(() => void i18next.addResourceBundle('en', 'ui', ui));
  expect([shown.textContent, shown.getAttribute('aria-label')]).toEqual(['Audio Controller', 'Admin']);
});

it('shows the key of a text that a loaded namespace does not have', () => {
  // Keys are known to the types.
  const shown = i18next.t as unknown as (key: string, options?: object) => string;
  expect(shown('ui:no.such_text')).toBe('ui:no.such_text');
  expect(shown('reasons:no_such', { defaultValue: 'Unknown' })).toBe('Unknown');
});
