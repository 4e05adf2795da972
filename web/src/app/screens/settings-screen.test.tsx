import { notifications } from '@mantine/notifications';
import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { on, refusal } from '../../testing/fake-server.ts';
import { makeSettings } from '../../testing/settings-factory.ts';
import { openSettings, startSettings, toggle } from './testing/open-settings.tsx';

let started: Awaited<ReturnType<typeof startSettings>>;
beforeEach(async () => {
  started = await startSettings();
});
afterEach(() => {
  cleanup();
  notifications.clean();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const tab = (name: string) => screen.getByRole('tab', { name });
const isOpen = (name: string) => tab(name).getAttribute('aria-selected') === 'true';

describe('the tabs', () => {
  it('have a fixed order and an address each', async () => {
    const { router, user } = openSettings();
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
    openSettings(address);
    expect(isOpen(name)).toBe(true);
  });

  it('have the keys of programs', async () => {
    openSettings('/settings?tab=api');
    expect(await screen.findByText('There are no keys yet.')).toBeDefined();
  });
});

describe('General', () => {
  it('saves by itself, and takes a change back', async () => {
    const { user } = openSettings('/settings/me');
    await waitFor(() => expect(toggle('Auto-save').checked).toBe(true));
    await user.click(toggle('Auto-save'));
    await user.click(within(await screen.findByText(/^Saved/)).getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(started.bodiesTo(settingsHttp.update)).toEqual([{ auto_save: false }, { auto_save: true }]),
    );
    await waitFor(() => expect(toggle('Auto-save').checked).toBe(true));
  });

  it('shows what is stored again where the server refuses a change', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    started = await startSettings(on(settingsHttp.update, () => promise));
    const { user } = openSettings();
    await waitFor(() => expect(toggle('Auto-save').checked).toBe(true));
    await user.click(toggle('Auto-save'));
    expect(toggle('Auto-save').checked).toBe(false);
    resolve(refusal(500));
    await waitFor(() => expect(toggle('Auto-save').checked).toBe(true));
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
      const { user } = openSettings();
      await isEnabled();
      expect(toggle(name).checked).toBe(false);
      expect(asked).not.toHaveBeenCalled();
      await user.click(toggle(name));
      await waitFor(() => expect(toggle(name).checked).toBe(true));
      expect(asked).toHaveBeenCalledOnce();
      expect(started.bodiesTo(settingsHttp.update)).toEqual([{ system_notifications: true }]);
    });

    it('stay off where the browser refuses, which is said', async () => {
      permit('default', 'denied');
      const { user } = openSettings();
      await isEnabled();
      await user.click(toggle(name));
      expect(await screen.findByText(/^This browser refuses notifications/)).toBeDefined();
      expect(toggle(name).checked).toBe(false);
      expect(started.bodiesTo(settingsHttp.update)).toEqual([]);
    });

    it('offer to ask another browser', async () => {
      const asked = permit('default', 'granted');
      started.stored.settings = makeSettings({ system_notifications: true });
      const { user } = openSettings();
      await user.click(await screen.findByRole('button', { name: 'Allow' }));
      expect(asked).toHaveBeenCalledOnce();
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull());
    });
  });
});

describe('Alarms', () => {
  it('lets people choose what they are told of, and when not', async () => {
    const { user } = openSettings('/settings/me');
    const texts = screen.getByRole('combobox', { name: 'Text messages about alarms' });
    await waitFor(() => expect(texts).toHaveProperty('disabled', false));
    await user.selectOptions(texts, 'None');
    await user.click(toggle('Quiet hours'));
    await waitFor(() =>
      expect(started.bodiesTo(settingsHttp.update)).toEqual([
        { alarm_sms: 'never' },
        { alarm_quiet: { from: '22:00', to: '07:00' } },
      ]),
    );
    expect(await screen.findByLabelText('Until')).toHaveProperty('value', '07:00');
  });
});
