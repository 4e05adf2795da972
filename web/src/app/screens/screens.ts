import {
  type Icon,
  IconBell,
  IconBinaryTree2,
  IconCalendarEvent,
  IconDeviceSpeaker,
  IconHeart,
  IconHistory,
  IconHome,
  IconMailForward,
  IconMessage2,
  IconMicrophone2,
  IconMusic,
  IconRefresh,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react';
import type { Action } from '@belfry/schemas/domain/actions';
import type { ComponentType } from 'react';
import type { Localized } from '../../lib/i18n.ts';
import { loadAlarmsPage } from '../../features/alarms/index.ts';
import { loadDevicesPage } from '../../features/devices/index.ts';
import { loadFavoritesPage } from '../../features/speech/favorites/index.ts';
import { loadAdminPage } from '../../features/users/index.ts';

/** The screen that `/` redirects to. */
export const HOME_PATH = '/home';

/** Who may open a screen. */
export type Access = 'everyone' | 'administrators';

export type ScreenGroup = 'fleet' | 'places' | 'sound' | 'people' | 'system';

/** A screen inside the shell. The route, its access check, the navigation bar and the title of the tab are made from it. */
export type Screen = {
  path: string;
  label: Localized;
  /** Who may open it (`can-open.ts`); everybody else sees "Access denied" and no link. */
  access: Access;
  /** The screen is not offered to people without this action. */
  needs?: Action;
  /** It shows nothing without parameters in its address, so the quick find does not offer it. */
  needsParameters?: true;
  /** The icon of the link in the navigation bar; screens without an icon have no link there. */
  icon?: Icon;
  /** The heading below which the link is; see SHELL-3. */
  group?: ScreenGroup;
  load: () => Promise<ComponentType<object>>;
};

/** Every screen inside the shell; within its group the navigation bar has them in this order. */
export const SCREENS: readonly Screen[] = [
  {
    path: HOME_PATH,
    label: { en: 'Home', ru: 'Главная' },
    access: 'everyone',
    icon: IconHome,
    load: async () => (await import('./home-screen.tsx')).HomeScreen,
  },
  {
    path: '/devices',
    label: { en: 'Devices', ru: 'Устройства' },
    access: 'administrators',
    icon: IconDeviceSpeaker,
    group: 'fleet',
    load: loadDevicesPage,
  },
  {
    path: '/alarms',
    label: { en: 'Alarms', ru: 'Неисправности' },
    access: 'everyone',
    needs: 'see_alarms',
    icon: IconBell,
    group: 'fleet',
    load: loadAlarmsPage,
  },
  {
    path: '/navigation',
    label: { en: 'Company tree', ru: 'Дерево компаний' },
    access: 'everyone',
    icon: IconBinaryTree2,
    group: 'places',
    load: async () => (await import('./companies-screen.tsx')).CompaniesScreen,
  },
  {
    path: '/places/:id',
    label: { en: 'Place', ru: 'Место' },
    access: 'everyone',
    needsParameters: true,
    load: async () => (await import('./place/place-page.tsx')).PlacePage,
  },
  {
    path: '/say',
    label: { en: 'Say now', ru: 'Сказать сейчас' },
    access: 'everyone',
    needs: 'read_runs',
    icon: IconSpeakerphone,
    group: 'sound',
    load: async () => (await import('./say-screen.tsx')).SayScreen,
  },
  {
    path: '/schedule',
    label: { en: 'Schedule', ru: 'Расписание' },
    access: 'everyone',
    needs: 'read_schedules',
    icon: IconCalendarEvent,
    group: 'sound',
    load: async () => (await import('../../features/schedules/index.ts')).SchedulePage,
  },
  {
    path: '/library',
    label: { en: 'Library', ru: 'Библиотека' },
    access: 'everyone',
    needs: 'read_library',
    icon: IconMusic,
    group: 'sound',
    load: async () => (await import('./library-screen.tsx')).LibraryScreen,
  },
  {
    path: '/voices',
    label: { en: 'Voices', ru: 'Голоса' },
    access: 'administrators',
    icon: IconMicrophone2,
    group: 'sound',
    load: async () => (await import('../../features/speech/voices/index.ts')).VoicesPage,
  },
  {
    path: '/language',
    label: { en: 'Favorite voices', ru: 'Избранные голоса' },
    access: 'everyone',
    icon: IconHeart,
    group: 'sound',
    load: loadFavoritesPage,
  },
  {
    path: '/sms',
    label: { en: 'SMS', ru: 'SMS' },
    access: 'everyone',
    needs: 'read_sms',
    icon: IconMessage2,
    group: 'sound',
    load: async () => (await import('../../features/mail/sms/index.ts')).SmsPage,
  },
  {
    path: '/admin',
    label: { en: 'Users', ru: 'Пользователи' },
    access: 'administrators',
    icon: IconUsers,
    group: 'people',
    load: loadAdminPage,
  },
  {
    path: '/settings',
    label: { en: 'Settings', ru: 'Настройки' },
    access: 'everyone',
    icon: IconSettings,
    group: 'system',
    load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  },
  {
    path: '/integrations',
    label: { en: 'Integrations', ru: 'Интеграции' },
    access: 'everyone',
    needs: 'manage_webhooks',
    icon: IconRefresh,
    group: 'system',
    load: async () => (await import('./integrations-screen.tsx')).IntegrationsScreen,
  },
  {
    path: '/outbox',
    label: { en: 'Outbox', ru: 'Исходящие' },
    access: 'administrators',
    icon: IconMailForward,
    group: 'system',
    load: async () => (await import('../../features/mail/outbox/index.ts')).OutboxPage,
  },
  {
    path: '/audit',
    label: { en: 'Audit', ru: 'Журнал действий' },
    access: 'everyone',
    needs: 'manage_members',
    icon: IconHistory,
    group: 'system',
    load: async () => (await import('../../features/audit/index.ts')).AuditPage,
  },
  {
    path: '/password',
    label: { en: 'Change password', ru: 'Смена пароля' },
    access: 'everyone',
    load: async () => (await import('../../features/accounts/passwords/index.ts')).PasswordPage,
  },
  {
    path: '/see-as',
    label: { en: 'See as', ru: 'Глазами человека' },
    access: 'everyone',
    needsParameters: true,
    load: async () => (await import('./see-as-screen.tsx')).SeeAsScreen,
  },
  {
    path: '/talk',
    label: { en: 'Talk', ru: 'Говорить' },
    access: 'everyone',
    needs: 'say',
    load: async () => (await import('./talk-screen.tsx')).TalkScreen,
  },
  {
    path: '/help',
    label: { en: 'Help', ru: 'Справка' },
    access: 'everyone',
    load: async () => (await import('../../features/shell/help/index.ts')).HelpPage,
  },
];

export function labelOf(path: string): Localized {
  const screen = SCREENS.find((each) => each.path === path);
  if (!screen) throw new Error(`No screen has the path ${path}`);
  return screen.label;
}
