import type { Endpoint } from '@belfry/schemas/http/endpoint';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { type OrganisationSession, settingsHttp, type UserSettings } from '@belfry/schemas/http/accounts/settings';
import { loudnessHttp } from '@belfry/schemas/http/library/loudness';
import type { LoudnessTargets } from '@belfry/schemas/domain/loudness';
import { logLevelHttp, type LogLevel, type LogLevelState } from '@belfry/schemas/http/service/log-level';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from '../../lib/i18n.ts';
import { authApi } from '../../lib/session/auth-api.ts';
import { firstOf, on, stubServer } from '../../testing/fake-server.ts';
import { makeProfile } from '../../testing/profile-factory.ts';
import { makeSettings } from '../../testing/settings-factory.ts';
import { SettingsScreen } from './settings-screen.tsx';
import { createTestStore, renderRoutes } from '../../testing/render-page.tsx';

/** What the fake server has stored. */
let settings: UserSettings;
let organisation: OrganisationSession;
let logLevel: LogLevelState;
let targets: LoudnessTargets;
let server: ReturnType<typeof stubServer>;

const LOG_LEVEL: LogLevelState = { level: 'info', configured: 'info', chosen: null };
const chosenLevel = (level: LogLevel): LogLevelState => ({
  ...LOG_LEVEL,
  level,
  chosen: {
    level,
    set_by: { id: 1, name: 'Ada' },
    set_at: '2026-11-20T10:00:00.000Z',
    until: '2026-11-20T11:00:00.000Z',
  },
});

beforeEach(async () => {
  localStorage.clear();
  settings = makeSettings();
  organisation = { max_session_minutes: null };
  logLevel = LOG_LEVEL;
  targets = { speech_lufs: -16, music_lufs: -20 };
  await startI18n();
  await chooseLanguage('mixed');
  server = stubServer(
    firstOf(
      on(settingsHttp.read, () => settings),
      on(settingsHttp.update, ({ body }) => (settings = { ...settings, ...body })),
      on(settingsHttp.readOrganisation, () => organisation),
      on(settingsHttp.updateOrganisation, ({ body }) => (organisation = body)),
      on(loudnessHttp.readTargets, () => targets),
      on(loudnessHttp.changeTargets, ({ body }) => (targets = body)),
      on(logLevelHttp.read, () => logLevel),
      on(logLevelHttp.choose, ({ body }) => (logLevel = chosenLevel(body.level))),
      on(logLevelHttp.reset, () => (logLevel = LOG_LEVEL)),
      () => Response.json([]),
    ),
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(address = '/settings', { role = 'user', ...profile }: Partial<Profile> = {}) {
  const store = createTestStore({ session: { user_id: 7, role } });
  // The shell has loaded it already.
  void store.dispatch(authApi.util.upsertQueryData('getProfile', undefined, makeProfile({ role, ...profile })));
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
    .find(({ checked }) => checked)?.labels![0]!.textContent;
const bodiesTo = (endpoint: Endpoint) => server.requestsTo(endpoint).map(({ body }) => body);

describe('the tabs', () => {
  it('have a fixed order and an address each', async () => {
    const { router, user } = open();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'General',
      'Security',
      'Single sign-on',
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

  it('have the keys of programs', async () => {
    open('/settings?tab=api');
    expect(await screen.findByRole('heading', { name: 'Keys of programs' })).toBeDefined();
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

  it('stores for all browsers whether forms are kept', async () => {
    const { user } = open();
    await waitFor(() => expect(toggle('Auto-save').checked).toBe(true));
    await user.click(toggle('Auto-save'));
    await waitFor(() => expect(bodiesTo(settingsHttp.update)).toEqual([{ auto_save: false }]));
    await waitFor(() => expect(toggle('Auto-save').checked).toBe(false));
    expect(localStorage.getItem('settings')).toBeNull();
  });

  describe('system notifications', () => {
    const permit = (permission: NotificationPermission, answer = permission) => {
      const requestPermission = vi.fn(async () => answer);
      vi.stubGlobal('Notification', { permission, requestPermission });
      return requestPermission;
    };
    const name = 'System notifications';
    const isEnabled = () => waitFor(() => expect(toggle(name).disabled).toBe(false));

    it('are turned on with the permission of the browser, which is asked for after the click only', async () => {
      const asked = permit('default', 'granted');
      const { user } = open();
      await isEnabled();
      expect(toggle(name).checked).toBe(false);
      expect(asked).not.toHaveBeenCalled();
      await user.click(toggle(name));
      await waitFor(() => expect(toggle(name).checked).toBe(true));
      expect(asked).toHaveBeenCalledOnce();
      expect(bodiesTo(settingsHttp.update)).toEqual([{ system_notifications: true }]);
    });

    it('stay off where the browser refuses, which is said', async () => {
      permit('default', 'denied');
      const { user } = open();
      await isEnabled();
      await user.click(toggle(name));
      expect(await screen.findByText(/^This browser refuses notifications/)).toBeDefined();
      expect(toggle(name).checked).toBe(false);
      expect(bodiesTo(settingsHttp.update)).toEqual([]);
    });

    it('offer to ask another browser', async () => {
      const asked = permit('default', 'granted');
      settings = makeSettings({ system_notifications: true });
      const { user } = open();
      await user.click(await screen.findByRole('button', { name: 'Allow' }));
      expect(asked).toHaveBeenCalledOnce();
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull());
    });
  });
});

describe('Alarms', () => {
  it('lets people choose what they are told of, and when not', async () => {
    const { user } = open();
    const texts = screen.getByRole('combobox', { name: 'Text messages about alarms' });
    await waitFor(() => expect(texts).toHaveProperty('disabled', false));
    await user.selectOptions(texts, 'None');
    await user.click(toggle('Quiet hours'));
    await waitFor(() =>
      expect(bodiesTo(settingsHttp.update)).toEqual([
        { alarm_sms: 'never' },
        { alarm_quiet: { from: '22:00', to: '07:00' } },
      ]),
    );
    expect(await screen.findByLabelText('Until')).toHaveProperty('value', '07:00');
  });
});

describe('Devices', () => {
  it('lets the owner of a company choose how loud announcements and music are', async () => {
    const { user, unmount } = open('/settings?tab=devices', { companies: [{ company_id: 3, name: 'Main' }] });
    const slider = (name: string) => screen.getByRole('slider', { name });
    await waitFor(() => expect(slider('Music').getAttribute('aria-valuenow')).toBe('-20'));
    expect(slider('Announcements, chimes and the alarm').getAttribute('aria-valuenow')).toBe('-16');
    slider('Music').focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(bodiesTo(loudnessHttp.changeTargets)).toEqual([{ speech_lufs: -16, music_lufs: -19 }]));
    unmount();
    open('/settings?tab=devices');
    expect(screen.queryByRole('slider', { name: 'Music' })).toBeNull();
  });
});

describe('Security', () => {
  it('stores the session timeout for all browsers', async () => {
    const { user } = open('/settings?tab=security');
    expect(names('Session timeout')).toEqual(['30 minutes', '1 hour', '4 hours', '8 hours', '30 days']);
    await waitFor(() => expect(chosen('Session timeout')).toBe('30 days'));
    await user.click(choices('Session timeout').getByRole('radio', { name: '8 hours' }));
    await waitFor(() => expect(bodiesTo(settingsHttp.update)).toEqual([{ session_minutes: 480 }]));
    await waitFor(() => expect(chosen('Session timeout')).toBe('8 hours'));
    await user.click(choices('Session timeout').getByRole('radio', { name: '30 days' }));
    await waitFor(() => expect(settings.session_minutes).toBeNull());
  });

  it('offers no longer session than the organisation permits', async () => {
    settings = makeSettings({ max_session_minutes: 60 });
    open('/settings?tab=security');
    expect(await screen.findByText('Your organisation permits at most 60 minutes.')).toBeDefined();
    expect(chosen('Session timeout')).toBe('1 hour');
    const closed = choices('Session timeout')
      .getAllByRole<HTMLInputElement>('radio')
      .filter(({ disabled }) => disabled);
    expect(closed.map(({ labels }) => labels![0]!.textContent)).toEqual(['4 hours', '8 hours', '30 days']);
  });

  it('lets the owner of a company limit the sessions of its members', async () => {
    const group = 'Longest session in your organisation';
    const { user, unmount } = open('/settings?tab=security', { companies: [{ company_id: 3, name: 'Main' }] });
    await waitFor(() => expect(chosen(group)).toBe('30 days'));
    await user.click(choices(group).getByRole('radio', { name: '1 hour' }));
    await waitFor(() => expect(chosen(group)).toBe('1 hour'));
    expect(organisation).toEqual({ max_session_minutes: 60 });
    unmount();
    open('/settings?tab=security');
    expect(screen.queryByRole('radiogroup', { name: group })).toBeNull();
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
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('System', () => {
  it('lets root accounts choose the log level for some time, and shows who has', async () => {
    const { user } = open('/settings?tab=system', { role: 'root' });
    expect(await screen.findByText('As in the settings of the server: info.')).toBeDefined();
    expect([names('Log level'), chosen('Log level')]).toEqual([['Error', 'Warning', 'Info', 'Debug'], 'Info']);
    await user.selectOptions(screen.getByLabelText('For'), '15 minutes');
    await user.click(choices('Log level').getByRole('radio', { name: 'Debug' }));
    expect(await screen.findByText(/^Chosen by Ada on .+, until .+\.$/)).toBeDefined();
    expect(bodiesTo(logLevelHttp.choose)).toEqual([{ level: 'debug', minutes: 15 }]);
    expect(chosen('Log level')).toBe('Debug');
    await user.click(screen.getByRole('button', { name: 'Return to info' }));
    await waitFor(() => expect(chosen('Log level')).toBe('Info'));
  });

  it('shows no log level to others', () => {
    open('/settings?tab=system', { role: 'admin' });
    expect(screen.getByText('Only root accounts read and change it.')).toBeDefined();
    expect(screen.queryByRole('radiogroup', { name: 'Log level' })).toBeNull();
    expect(server.requestsTo(logLevelHttp.read)).toEqual([]);
  });
});
