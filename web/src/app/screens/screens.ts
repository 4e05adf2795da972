import {
  IconBinaryTree2,
  IconCalendarEvent,
  IconDeviceSpeaker,
  IconHeart,
  IconHome,
  IconMailForward,
  IconMessage2,
  IconMicrophone2,
  IconSettings,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { loadFavoritesPage } from '../../features/favorites/index.ts';
import type { Localized } from '../../lib/languages.ts';
import { loadDevicesScreen } from './load-devices-screen.tsx';

/** Who may open a screen. The roles themselves need zod, which is not part of the first load. */
export type Access = 'everyone' | 'administrators';

/** A screen inside the shell. The route, its access check, the navigation bar and the title of the tab are made from it. */
export type Screen = {
  path: string;
  /** Of the link and of the browser's tab. */
  label: Localized;
  /** Who may open it (`can-open.ts`); everybody else sees "Access denied" and no link. */
  access: Access;
  /** Of the link in the navigation bar; screens without one are reached from elsewhere. */
  icon?: Icon;
  /** Its code is loaded when it is first opened. */
  load: () => Promise<ComponentType<object>>;
};

/** The screen that `/` redirects to. */
export const HOME_PATH = '/home';

/** Every screen inside the shell; the navigation bar has them in this order. */
export const SCREENS: readonly Screen[] = [
  {
    path: HOME_PATH,
    label: { en: 'Home', ru: 'Главная' },
    access: 'everyone',
    icon: IconHome,
    load: async () => (await import('./home-screen.tsx')).HomeScreen,
  },
  {
    path: '/admin',
    label: { en: 'Users', ru: 'Пользователи' },
    access: 'administrators',
    icon: IconUsers,
    load: async () => (await import('../../features/users-admin/index.ts')).AdminPage,
  },
  {
    path: '/navigation',
    label: { en: 'Company tree', ru: 'Дерево компаний' },
    access: 'everyone',
    icon: IconBinaryTree2,
    load: async () => (await import('./companies-screen.tsx')).CompaniesScreen,
  },
  {
    path: '/sms',
    label: { en: 'SMS', ru: 'SMS' },
    access: 'everyone',
    icon: IconMessage2,
    load: async () => (await import('../../features/sms/index.ts')).SmsPage,
  },
  {
    path: '/language',
    label: { en: 'Favorite voices', ru: 'Избранные голоса' },
    access: 'everyone',
    icon: IconHeart,
    load: loadFavoritesPage,
  },
  {
    path: '/schedule',
    label: { en: 'Schedule', ru: 'Расписание' },
    access: 'everyone',
    icon: IconCalendarEvent,
    load: async () => (await import('../../features/schedule/index.ts')).SchedulePage,
  },
  {
    path: '/settings',
    label: { en: 'Settings', ru: 'Настройки' },
    access: 'everyone',
    icon: IconSettings,
    load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  },
  {
    path: '/voices',
    label: { en: 'Voices', ru: 'Голоса' },
    access: 'administrators',
    icon: IconMicrophone2,
    load: async () => (await import('../../features/voices/index.ts')).VoicesPage,
  },
  {
    path: '/devices',
    label: { en: 'Devices', ru: 'Устройства' },
    access: 'administrators',
    icon: IconDeviceSpeaker,
    load: loadDevicesScreen,
  },
  {
    path: '/outbox',
    label: { en: 'Outbox', ru: 'Исходящие' },
    access: 'administrators',
    icon: IconMailForward,
    load: async () => (await import('../../features/outbox/index.ts')).OutboxPage,
  },
  {
    path: '/password',
    label: { en: 'Change password', ru: 'Смена пароля' },
    access: 'everyone',
    load: async () => (await import('../../features/passwords/index.ts')).PasswordPage,
  },
  {
    path: '/help',
    label: { en: 'Help', ru: 'Справка' },
    access: 'everyone',
    load: async () => (await import('../../features/help/index.ts')).HelpPage,
  },
];

/** The label of the screen with this path. */
export function labelOf(path: string): Localized {
  const screen = SCREENS.find((each) => each.path === path);
  if (!screen) throw new Error(`No screen has the path ${path}`);
  return screen.label;
}
