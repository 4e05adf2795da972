import { afterEach, expect, it } from 'vitest';
import { readBrowserSettings, writeBrowserSettings } from './browser-settings.ts';

afterEach(() => localStorage.clear());

const DEFAULTS = { backup_enabled: true, backup_frequency: 'daily' };

it('begins with defaults', () => expect(readBrowserSettings()).toEqual(DEFAULTS));

it('stores the choices', () => {
  const chosen = { ...readBrowserSettings(), backup_frequency: 'weekly', backup_enabled: false } as const;
  writeBrowserSettings(chosen);
  expect(readBrowserSettings()).toEqual(chosen);
});

it.each([
  '{"backup_enabled":"often","backup_frequency":"weekly"}',
  '{"backup_frequency":"weekly","log_level":"debug"}',
])('drops what it cannot read of %s and keeps the rest', (text) => {
  localStorage.setItem('settings', text);
  expect(readBrowserSettings()).toEqual({ ...DEFAULTS, backup_frequency: 'weekly' });
});

it('ignores invalid values in storage', () => {
  localStorage.setItem('settings', 'no JSON');
  expect(readBrowserSettings()).toEqual(DEFAULTS);
});
