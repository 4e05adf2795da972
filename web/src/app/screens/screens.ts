import {
  type Icon,
  IconActivity,
  IconBuildingStore,
  IconCalendarEvent,
  IconHome,
  IconMusic,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react';
import type { Action } from '@belfry/schemas/domain/actions';
import type { ComponentType } from 'react';
import type { Localized } from '../../lib/i18n.ts';
import { loadDevicesPage } from '../../features/devices/index.ts';
import { loadFavoritesPage } from '../../features/speech/favorites/index.ts';
import { loadAdminPage } from '../../features/users/index.ts';

/** The screen that `/` redirects to. */
export const HOME_PATH = '/home';

/** Who may open a screen. */
export type Access = 'everyone' | 'administrators' | 'roots';

/** A screen inside the shell. The route, its access check, its link and the title of the tab are made from it. */
export type Screen = {
  path: string;
  label: Localized;
  /** Who may open it (`can-open.ts`); everybody else sees "Access denied" and no link. */
  access: Access;
  /** The screen is not offered to people without this action. */
  needs?: Action;
  /** It shows nothing without parameters in its address, so the quick find does not offer it. */
  needsParameters?: true;
  /** The navigation has a link to it: an entry, or a line of "All pages"; see SHELL-3. */
  listed?: true;
  load: () => Promise<ComponentType<object>>;
};

/** What people come to do. */
export type Entry = {
  /** That of a screen, whose access holds for the entry too. */
  path: string;
  label: Localized;
  icon: Icon;
  /** After `g` it opens the entry. */
  key?: string;
  /** Others find the screen in "All pages". */
  needs?: Action;
};

/** The entries of the navigation, in this order. */
export const ENTRIES: readonly Entry[] = [
  { path: HOME_PATH, label: { en: 'Home', ru: 'Главная', de: 'Start' }, icon: IconHome, key: 'h' },
  {
    path: '/say',
    label: { en: 'Say', ru: 'Сказать', de: 'Durchsage' },
    icon: IconSpeakerphone,
    key: 's',
    needs: 'say',
  },
  { path: '/calendar', label: { en: 'Calendar', ru: 'Календарь', de: 'Kalender' }, icon: IconCalendarEvent, key: 'c' },
  { path: '/places', label: { en: 'Places', ru: 'Места', de: 'Orte' }, icon: IconBuildingStore, key: 'p' },
  {
    path: '/library',
    label: { en: 'Library', ru: 'Библиотека', de: 'Bibliothek' },
    icon: IconMusic,
    key: 'l',
    needs: 'edit_library',
  },
  { path: '/activity', label: { en: 'Activity', ru: 'События', de: 'Ereignisse' }, icon: IconActivity, key: 'a' },
  {
    path: '/settings/me',
    label: { en: 'Settings', ru: 'Настройки', de: 'Einstellungen' },
    icon: IconSettings,
    needs: 'manage_members',
  },
];

/** Every screen inside the shell; "All pages" has them in this order. */
export const SCREENS: readonly Screen[] = [
  {
    path: HOME_PATH,
    label: { en: 'Home', ru: 'Главная', de: 'Start' },
    access: 'everyone',
    listed: true,
    load: async () => (await import('./home-screen.tsx')).HomeScreen,
  },
  {
    path: '/devices',
    label: { en: 'Devices', ru: 'Устройства', de: 'Geräte' },
    access: 'administrators',
    listed: true,
    load: loadDevicesPage,
  },
  {
    path: '/activity',
    label: { en: 'Activity', ru: 'События', de: 'Ereignisse' },
    access: 'everyone',
    listed: true,
    load: async () => (await import('../../features/activity/index.ts')).ActivityPage,
  },
  {
    path: '/navigation',
    label: { en: 'Company tree', ru: 'Дерево компаний', de: 'Firmenbaum' },
    access: 'everyone',
    listed: true,
    load: async () => (await import('./companies-screen.tsx')).CompaniesScreen,
  },
  {
    path: '/add',
    label: { en: 'Add a loudspeaker', ru: 'Добавить громкоговоритель', de: 'Lautsprecher hinzufügen' },
    access: 'everyone',
    needs: 'bind_devices',
    load: async () => (await import('../../features/device-ownership/pairing/index.ts')).AddPage,
  },
  {
    path: '/places',
    label: { en: 'Places', ru: 'Места', de: 'Orte' },
    access: 'everyone',
    listed: true,
    load: async () => (await import('./places/places-page.tsx')).PlacesPage,
  },
  {
    path: '/places/:id',
    label: { en: 'Place', ru: 'Место', de: 'Ort' },
    access: 'everyone',
    needsParameters: true,
    load: async () => (await import('./place/place-page.tsx')).PlacePage,
  },
  {
    path: '/say',
    label: { en: 'Say now', ru: 'Сказать сейчас', de: 'Durchsage' },
    access: 'everyone',
    needs: 'read_runs',
    listed: true,
    load: async () => (await import('../../features/announcements/index.ts')).SayPage,
  },
  {
    path: '/scenarios',
    label: { en: 'Scenarios', ru: 'Сценарии', de: 'Szenarien' },
    access: 'everyone',
    needs: 'say',
    load: async () => (await import('../../features/scenarios/index.ts')).ScenariosPage,
  },
  {
    path: '/scenarios/runs/:id',
    label: { en: 'Scenario', ru: 'Сценарий', de: 'Szenario' },
    access: 'everyone',
    needs: 'read_runs',
    needsParameters: true,
    load: async () => (await import('../../features/scenarios/index.ts')).ScenarioRunPage,
  },
  {
    path: '/calendar',
    label: { en: 'Calendar', ru: 'Календарь', de: 'Kalender' },
    access: 'everyone',
    needs: 'read_schedules',
    listed: true,
    load: async () => (await import('../../features/schedules/index.ts')).CalendarPage,
  },
  {
    path: '/schedule',
    label: { en: 'Schedule', ru: 'Расписание', de: 'Zeitplan' },
    access: 'everyone',
    needs: 'read_schedules',
    listed: true,
    load: async () => (await import('../../features/schedules/index.ts')).SchedulePage,
  },
  {
    path: '/library',
    label: { en: 'Library', ru: 'Библиотека', de: 'Bibliothek' },
    access: 'everyone',
    needs: 'read_library',
    listed: true,
    load: async () => (await import('./library-screen.tsx')).LibraryScreen,
  },
  {
    path: '/library/voices',
    label: { en: 'Voices in use', ru: 'Голоса в работе', de: 'Stimmen im Einsatz' },
    access: 'everyone',
    needs: 'read_library',
    load: async () => (await import('../../features/library/index.ts')).VoicesInUse,
  },
  {
    path: '/voices',
    label: { en: 'Voices', ru: 'Голоса', de: 'Stimmen' },
    access: 'administrators',
    listed: true,
    load: async () => (await import('../../features/speech/voices/index.ts')).VoicesPage,
  },
  {
    path: '/language',
    label: { en: 'Favorite voices', ru: 'Избранные голоса', de: 'Bevorzugte Stimmen' },
    access: 'everyone',
    listed: true,
    load: loadFavoritesPage,
  },
  {
    path: '/sms',
    label: { en: 'SMS', ru: 'SMS', de: 'SMS' },
    access: 'everyone',
    needs: 'read_sms',
    listed: true,
    load: async () => (await import('../../features/mail/sms/index.ts')).SmsPage,
  },
  {
    path: '/admin',
    label: { en: 'Users', ru: 'Пользователи', de: 'Benutzer' },
    access: 'administrators',
    listed: true,
    load: loadAdminPage,
  },
  {
    path: '/settings',
    label: { en: 'All settings', ru: 'Все настройки', de: 'Alle Einstellungen' },
    access: 'everyone',
    listed: true,
    load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  },
  {
    path: '/settings/me',
    label: { en: 'Me', ru: 'Я', de: 'Ich' },
    access: 'everyone',
    load: async () => (await import('./settings/me-page.tsx')).MePage,
  },
  {
    path: '/settings/people',
    label: { en: 'People', ru: 'Люди', de: 'Personen' },
    access: 'everyone',
    needs: 'manage_members',
    load: async () => (await import('../../features/teams/people/index.ts')).PeoplePage,
  },
  {
    path: '/settings/organisation',
    label: { en: 'Organisation', ru: 'Организация', de: 'Organisation' },
    access: 'everyone',
    needs: 'manage_members',
    load: async () => (await import('./settings/organisation-page.tsx')).OrganisationPage,
  },
  {
    path: '/settings/connections',
    label: { en: 'Connections', ru: 'Подключения', de: 'Verbindungen' },
    access: 'everyone',
    needs: 'manage_webhooks',
    load: async () => (await import('./settings/connections-page.tsx')).ConnectionsPage,
  },
  {
    path: '/settings/software',
    label: { en: 'Software', ru: 'Программы', de: 'Software' },
    access: 'administrators',
    load: async () => (await import('./settings/software-page.tsx')).SoftwarePage,
  },
  {
    path: '/settings/server',
    label: { en: 'Server', ru: 'Сервер', de: 'Server' },
    access: 'roots',
    load: async () => (await import('./settings/server-page.tsx')).ServerPage,
  },
  {
    path: '/password',
    label: { en: 'Change password', ru: 'Смена пароля', de: 'Passwort ändern' },
    access: 'everyone',
    load: async () => (await import('../../features/accounts/passwords/index.ts')).PasswordPage,
  },
  {
    path: '/see-as',
    label: { en: 'See as', ru: 'Глазами человека', de: 'Ansicht als' },
    access: 'everyone',
    needsParameters: true,
    load: async () => (await import('./see-as-screen.tsx')).SeeAsScreen,
  },
  {
    path: '/help',
    label: { en: 'Help', ru: 'Справка', de: 'Hilfe' },
    access: 'everyone',
    load: async () => (await import('../../features/shell/help/index.ts')).HelpPage,
  },
];

export function labelOf(path: string): Localized {
  const screen = SCREENS.find((each) => each.path === path);
  if (!screen) throw new Error(`No screen has the path ${path}`);
  return screen.label;
}
