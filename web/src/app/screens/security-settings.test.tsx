import { notifications } from '@mantine/notifications';
import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { loudnessHttp } from '@belfry/schemas/http/library/loudness';
import { logLevelHttp } from '@belfry/schemas/http/service/log-level';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSettings } from '../../testing/settings-factory.ts';
import { choices, chosen, closed, names, openSettings, startSettings, toggle } from './testing/open-settings.tsx';

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

describe('Loudness', () => {
  it('lets the owner of a company choose how loud announcements and music are', async () => {
    const { user, unmount } = openSettings('/settings/organisation', { companies: [{ company_id: 3, name: 'Main' }] });
    const slider = (name: string) => screen.getByRole('slider', { name });
    await waitFor(() => expect(slider('Music').getAttribute('aria-valuenow')).toBe('-20'));
    expect(slider('Announcements, chimes and the alarm').getAttribute('aria-valuenow')).toBe('-16');
    slider('Music').focus();
    await user.keyboard('{ArrowRight}');
    expect(started.bodiesTo(loudnessHttp.changeTargets)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(started.bodiesTo(loudnessHttp.changeTargets)).toEqual([{ speech_lufs: -16, music_lufs: -19 }]),
    );
    unmount();
    openSettings('/settings/organisation');
    expect(screen.queryByRole('slider', { name: 'Music' })).toBeNull();
  });
});

const SECOND_FACTOR = /^Second factor for everybody/;

describe('Security', () => {
  it('stores the session timeout for all browsers', async () => {
    const { user } = openSettings('/settings?tab=security');
    expect(names('Session timeout')).toEqual(['30 minutes', '1 hour', '4 hours', '8 hours', '30 days']);
    await waitFor(() => expect(chosen('Session timeout')).toBe('30 days'));
    await user.click(choices('Session timeout').getByRole('radio', { name: '8 hours' }));
    await waitFor(() => expect(started.bodiesTo(settingsHttp.update)).toEqual([{ session_minutes: 480 }]));
    await waitFor(() => expect(chosen('Session timeout')).toBe('8 hours'));
    await user.click(choices('Session timeout').getByRole('radio', { name: '30 days' }));
    await waitFor(() => expect(started.stored.settings.session_minutes).toBeNull());
  });

  it('offers no longer session than the organisation permits', async () => {
    started.stored.settings = makeSettings({ max_session_minutes: 60 });
    openSettings('/settings?tab=security');
    expect(await screen.findByText('Your organisation permits at most 60 minutes.')).toBeDefined();
    expect(chosen('Session timeout')).toBe('1 hour');
    expect(closed('Session timeout')).toEqual(['4 hours', '8 hours', '30 days']);
  });

  it('lets the owner of a company limit the sessions of its members', async () => {
    const group = 'Longest session in your organisation';
    const { user, unmount } = openSettings('/settings/organisation', { companies: [{ company_id: 3, name: 'Main' }] });
    await waitFor(() => expect(chosen(group)).toBe('30 days'));
    await user.click(choices(group).getByRole('radio', { name: '1 hour' }));
    expect(started.stored.organisation).toEqual({ max_session_minutes: null });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(chosen(group)).toBe('1 hour');
    expect(started.stored.organisation).toEqual({ max_session_minutes: 60 });
    expect(await screen.findByRole('switch', { name: SECOND_FACTOR })).toBeDefined();
    unmount();
    openSettings('/settings/organisation');
    expect(screen.queryByRole('radiogroup', { name: group })).toBeNull();
  });

  it('says nothing about an organisation to who has none', async () => {
    openSettings('/settings/me');
    expect(await screen.findByText(/^You have no places/)).toBeDefined();
    expect(screen.queryByText('Nobody else has access here.')).toBeNull();
    expect(screen.queryByRole('switch', { name: SECOND_FACTOR })).toBeNull();
  });

  it('links to the password', async () => {
    const { user } = openSettings('/settings?tab=security');
    await user.click(screen.getByRole('link', { name: 'Change Password' }));
    expect(screen.getByText('the password page')).toBeDefined();
  });

  it.each([
    [false, 'Set up two-factor sign-in'],
    [true, 'Turn off two-factor sign-in'],
  ])('has a two-factor switch: while it is %j it opens "%s"', async (two_factor, dialog) => {
    const { user } = openSettings('/settings?tab=security', { two_factor });
    await waitFor(() => expect(toggle('Two-factor sign-in').checked).toBe(two_factor));
    await user.click(toggle('Two-factor sign-in'));
    expect(await screen.findByRole('dialog', { name: dialog })).toBeDefined();
    expect(toggle('Two-factor sign-in').checked).toBe(two_factor);
    expect(started.server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('System', () => {
  it('lets root accounts choose the log level for some time, and shows who has', async () => {
    const { user } = openSettings('/settings?tab=system', { role: 'root' });
    expect(await screen.findByText('As in the settings of the server: info.')).toBeDefined();
    expect([names('Log level'), chosen('Log level')]).toEqual([['Error', 'Warning', 'Info', 'Debug'], 'Info']);
    await user.selectOptions(screen.getByLabelText('For'), '15 minutes');
    await user.click(choices('Log level').getByRole('radio', { name: 'Debug' }));
    expect(await screen.findByText(/^Chosen by Ada on .+, until .+\.$/)).toBeDefined();
    expect(started.bodiesTo(logLevelHttp.choose)).toEqual([{ level: 'debug', minutes: 15 }]);
    expect(chosen('Log level')).toBe('Debug');
    await user.click(screen.getByRole('button', { name: 'Return to info' }));
    await waitFor(() => expect(chosen('Log level')).toBe('Info'));
  });

  it('shows no log level to others', () => {
    openSettings('/settings?tab=system', { role: 'admin' });
    expect(screen.getByText('Only root accounts read and change it.')).toBeDefined();
    expect(screen.queryByRole('radiogroup', { name: 'Log level' })).toBeNull();
    expect(started.server.requestsTo(logLevelHttp.read)).toEqual([]);
  });
});
