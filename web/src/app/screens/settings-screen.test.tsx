import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from '../../lib/i18n.ts';
import { authApi } from '../../lib/session/auth-api.ts';
import { makeProfile } from '../../testing/profile-factory.ts';
import { SettingsScreen } from './settings-screen.tsx';
import { createTestStore, renderRoutes } from '../../testing/render-page.tsx';

const calls: string[] = [];

beforeEach(async () => {
  localStorage.clear();
  calls.length = 0;
  await startI18n();
  await chooseLanguage('mixed');
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(new URL(request.url, 'http://localhost').pathname);
    return Response.json([]);
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(address = '/settings', { two_factor = false } = {}) {
  const store = createTestStore();
  // The shell has loaded it already.
  void store.dispatch(authApi.util.upsertQueryData('getProfile', undefined, makeProfile({ two_factor })));
  const routes = [
    { path: '/settings', Component: SettingsScreen },
    { path: '/password', element: <p>the password page</p> },
  ];
  return { ...renderRoutes(routes, { address, store }), user: userEvent.setup() };
}
const tab = (name: string) => screen.getByRole('tab', { name });
const isOpen = (name: string) => tab(name).getAttribute('aria-selected') === 'true';
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const choices = (name: string) => within(screen.getByRole('radiogroup', { name }));
const names = (group: string) =>
  choices(group)
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ labels }) => labels![0]!.textContent);
const chosen = (group: string) =>
  choices(group)
    .getAllByRole<HTMLInputElement>('radio')
    .find(({ checked }) => checked)!.labels![0]!.textContent;
const LOCAL = /^These choices are remembered in this browser only\. They have no effect on the server/;

describe('the tabs', () => {
  it('have a fixed order and an address each', async () => {
    const { router, user } = open();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'General',
      'Security',
      'System',
      'Voices',
      'Devices',
      'API',
    ]);
    expect(isOpen('General')).toBe(true);
    await user.click(tab('System'));
    expect(router.state.location.search).toBe('?tab=system');
    expect(isOpen('System')).toBe(true);
    await user.click(tab('General'));
    expect(router.state.location.search).toBe('');
  });

  it.each([
    ['/settings?tab=security', 'Security'],
    ['/settings?tab=nothing', 'General'],
  ])('%s opens %s', (address, name) => {
    open(address);
    expect(isOpen(name)).toBe(true);
  });

  it('announce the configuration of the API', () => {
    open('/settings?tab=api');
    expect(screen.getByText('API configuration is coming soon')).toBeDefined();
  });

  it.each(['general', 'system', 'api'])('send no request: %s', async (name) => {
    const { user } = open(`/settings?tab=${name}`);
    for (const each of screen.queryAllByRole('switch')) await user.click(each);
    expect(calls).toEqual([]);
  });
});

describe('General', () => {
  it('changes the theme, which is dark by default', async () => {
    const { user } = open();
    expect([names('Theme'), chosen('Theme')]).toEqual([['Dark', 'Light', 'Auto'], 'Dark']);
    await user.click(choices('Theme').getByRole('radio', { name: 'Light' }));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
  });

  it('changes the language of the interface and stores it', async () => {
    const { user } = open();
    expect([names('Language'), chosen('Language')]).toEqual([['Mixed', 'English', 'Русский'], 'Mixed']);
    await user.click(choices('Language').getByRole('radio', { name: 'Русский' }));
    expect(await screen.findByRole('heading', { name: 'Настройки' })).toBeDefined();
    expect(localStorage.getItem('language')).toBe('"ru"');
  });

  it('stores notifications and auto-save, and states that they have no other effect', async () => {
    const { user, unmount } = open();
    expect(screen.getByText('Every 5 minutes')).toBeDefined();
    expect(screen.getByText(LOCAL)).toBeDefined();
    expect([toggle('System notifications').checked, toggle('Auto-save').checked]).toEqual([true, true]);
    await user.click(toggle('Auto-save'));
    unmount();
    open();
    expect([toggle('System notifications').checked, toggle('Auto-save').checked]).toEqual([true, false]);
  });
});

describe('Security', () => {
  it('stores the session timeout', async () => {
    const { user, unmount } = open('/settings?tab=security');
    expect(names('Session timeout')).toEqual(['30 minutes', '1 hour', '4 hours', '8 hours']);
    expect(screen.getByText(LOCAL)).toBeDefined();
    await user.click(choices('Session timeout').getByRole('radio', { name: '8 hours' }));
    unmount();
    open('/settings?tab=security');
    expect(chosen('Session timeout')).toBe('8 hours');
  });

  it('links to the password', async () => {
    const { user } = open('/settings?tab=security');
    await user.click(screen.getByRole('link', { name: 'Change Password' }));
    expect(screen.getByText('the password page')).toBeDefined();
  });

  it.each([
    [false, 'Set up two-factor sign-in'],
    [true, 'Turn off two-factor sign-in'],
  ])('has a two-factor switch: while it is %j it opens "%s"', async (two_factor, dialog) => {
    const { user } = open('/settings?tab=security', { two_factor });
    await waitFor(() => expect(toggle('Two-factor sign-in').checked).toBe(two_factor));
    await user.click(toggle('Two-factor sign-in'));
    expect(await screen.findByRole('dialog', { name: dialog })).toBeDefined();
    expect(toggle('Two-factor sign-in').checked).toBe(two_factor);
    expect(calls).toEqual([]);
  });
});

describe('System', () => {
  it('stores the log level', async () => {
    const { user, unmount } = open('/settings?tab=system');
    expect(names('Log level')).toEqual(['Error', 'Warning', 'Info', 'Debug']);
    expect(screen.getByText(LOCAL)).toBeDefined();
    await user.click(choices('Log level').getByRole('radio', { name: 'Debug' }));
    unmount();
    open('/settings?tab=system');
    expect(chosen('Log level')).toBe('Debug');
  });
});
