import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { requiredSecondFactorHttp } from '@belfry/schemas/http/accounts/required-second-factor';
import { type OrganisationSession, settingsHttp, type UserSettings } from '@belfry/schemas/http/accounts/settings';
import { loudnessHttp } from '@belfry/schemas/http/library/loudness';
import type { LoudnessTargets } from '@belfry/schemas/domain/loudness';
import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { logLevelHttp, type LogLevel, type LogLevelState } from '@belfry/schemas/http/service/log-level';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseLanguage, startI18n } from '../../../lib/i18n.ts';
import { authApi } from '../../../lib/session/auth-api.ts';
import { type Answer, firstOf, on, stubServer } from '../../../testing/fake-server.ts';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { makeSettings } from '../../../testing/settings-factory.ts';
import { createTestStore, renderRoutes } from '../../../testing/render-page.tsx';
import { MePage } from '../settings/me-page.tsx';
import { OrganisationPage } from '../settings/organisation-page.tsx';
import { SettingsScreen } from '../settings-screen.tsx';

type Stored = {
  settings: UserSettings;
  organisation: OrganisationSession;
  logLevel: LogLevelState;
  targets: LoudnessTargets;
};

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

/** A fake server with the settings of a person; calls change what it has stored, unless `before` answers them. Stubs `fetch`. */
export async function startSettings(before: Answer = () => undefined) {
  localStorage.clear();
  await startI18n();
  await chooseLanguage('mixed');
  const stored: Stored = {
    settings: makeSettings(),
    organisation: { max_session_minutes: null },
    logLevel: LOG_LEVEL,
    targets: { speech_lufs: -16, music_lufs: -20 },
  };
  const server = stubServer(
    firstOf(
      before,
      on(settingsHttp.read, () => stored.settings),
      on(settingsHttp.update, ({ body }) => (stored.settings = { ...stored.settings, ...body })),
      on(settingsHttp.readOrganisation, () => stored.organisation),
      on(settingsHttp.updateOrganisation, ({ body }) => (stored.organisation = body)),
      on(requiredSecondFactorHttp.read, () => ({ required: false, people: 1, without: 1 })),
      on(loudnessHttp.readTargets, () => stored.targets),
      on(loudnessHttp.changeTargets, ({ body }) => (stored.targets = body)),
      on(logLevelHttp.read, () => stored.logLevel),
      on(logLevelHttp.choose, ({ body }) => (stored.logLevel = chosenLevel(body.level))),
      on(logLevelHttp.reset, () => (stored.logLevel = LOG_LEVEL)),
      () => Response.json([]),
    ),
  );
  const bodiesTo = (endpoint: Endpoint) => server.requestsTo(endpoint).map(({ body }) => body);
  return { stored, server, bodiesTo };
}

export function openSettings(address = '/settings', { role = 'user', ...profile }: Partial<Profile> = {}) {
  const store = createTestStore({ session: { user_id: 7, role } });
  void store.dispatch(authApi.util.upsertQueryData('getProfile', undefined, makeProfile({ role, ...profile })));
  const routes = [
    { path: '/settings', Component: SettingsScreen },
    { path: '/settings/me', Component: MePage },
    { path: '/settings/organisation', Component: OrganisationPage },
    { path: '/password', element: <p>the password page</p> },
  ];
  return { ...renderRoutes(routes, { address, store, toasts: true }), user: userEvent.setup() };
}

export const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
export const choices = (name: string) => within(screen.getByRole('radiogroup', { name }));
const radiosOf = (group: string) => choices(group).getAllByRole<HTMLInputElement>('radio');
const labelOf = ({ labels }: HTMLInputElement) => labels![0]!.textContent;
export const names = (group: string) => radiosOf(group).map(labelOf);
export const closed = (group: string) => radiosOf(group).flatMap((radio) => (radio.disabled ? [labelOf(radio)] : []));
export function chosen(group: string) {
  const radio = radiosOf(group).find(({ checked }) => checked);
  return radio && labelOf(radio);
}
