import { afterEach, expect, it } from 'vitest';
import { readBrowserSettings, writeBrowserSettings } from './browser-settings.ts';

afterEach(() => localStorage.clear());

const DEFAULTS = {
  system_notifications: true,
  auto_save: true,
  session_timeout: '1h',
  log_level: 'info',
};

it('begins with defaults', () => expect(readBrowserSettings()).toEqual(DEFAULTS));

it('stores the choices', () => {
  const chosen = { ...readBrowserSettings(), log_level: 'debug', auto_save: false } as const;
  writeBrowserSettings(chosen);
  expect(readBrowserSettings()).toEqual(chosen);
});

it.each(['{"log_level":"loud","session_timeout":"8h"}', '{"session_timeout":"8h","auto_save":"yes"}'])(
  'drops what it cannot read of %s and keeps the rest',
  (text) => {
    localStorage.setItem('settings', text);
    expect(readBrowserSettings()).toEqual({ ...DEFAULTS, session_timeout: '8h' });
  },
);

it('ignores invalid values in storage', () => {
  localStorage.setItem('settings', 'no JSON');
  expect(readBrowserSettings()).toEqual(DEFAULTS);
});
