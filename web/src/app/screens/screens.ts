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
import { loadCompaniesPage } from '../../features/companies/index.ts';
import { loadDevicesPage } from '../../features/devices/index.ts';
import { loadFavoritesPage } from '../../features/favorites/index.ts';
import { loadHelpPage } from '../../features/help/index.ts';
import { loadOutboxPage } from '../../features/outbox/index.ts';
import { loadPasswordPage } from '../../features/passwords/index.ts';
import { loadSchedulePage } from '../../features/schedule/index.ts';
import { loadSmsPage } from '../../features/sms/index.ts';
import { loadAdminPage } from '../../features/users-admin/index.ts';
import { loadVoicesPage } from '../../features/voices/index.ts';
import type shell from '../../locales/en/shell.json';

/** Who may open a screen. The roles themselves come with zod, which the first load does without. */
export type Access = 'everyone' | 'administrators';

/** A screen inside the shell. The route, its access check, the navigation bar and the title of the tab are made from it. */
export type Screen = {
  path: string;
  label: `nav.${keyof (typeof shell)['nav']}`;
  /** Who may open it (`can-open.ts`); everybody else is told that access is denied, and sees no link. */
  access: Access;
  /** Of the link in the navigation bar; screens without one are reached from elsewhere. */
  icon?: Icon;
  load: () => Promise<ComponentType<object>>;
};

const loadHomeScreen = async () => (await import('./home-screen.tsx')).HomeScreen;
const loadSettingsScreen = async () => (await import('./settings-screen.tsx')).SettingsScreen;

/** The screen to which people are redirected who named none. */
export const HOME_PATH = '/home';

/** One line per screen; the navigation bar has them in this order. */
export const SCREENS: readonly Screen[] = [
  { path: HOME_PATH, label: 'nav.home', access: 'everyone', icon: IconHome, load: loadHomeScreen },
  { path: '/admin', label: 'nav.admin', access: 'administrators', icon: IconUsers, load: loadAdminPage },
  { path: '/navigation', label: 'nav.navigation', access: 'everyone', icon: IconBinaryTree2, load: loadCompaniesPage },
  { path: '/sms', label: 'nav.sms', access: 'everyone', icon: IconMessage2, load: loadSmsPage },
  { path: '/language', label: 'nav.language', access: 'everyone', icon: IconHeart, load: loadFavoritesPage },
  { path: '/schedule', label: 'nav.schedule', access: 'everyone', icon: IconCalendarEvent, load: loadSchedulePage },
  { path: '/settings', label: 'nav.settings', access: 'everyone', icon: IconSettings, load: loadSettingsScreen },
  { path: '/voices', label: 'nav.voices', access: 'administrators', icon: IconMicrophone2, load: loadVoicesPage },
  { path: '/devices', label: 'nav.devices', access: 'administrators', icon: IconDeviceSpeaker, load: loadDevicesPage },
  { path: '/outbox', label: 'nav.outbox', access: 'administrators', icon: IconMailForward, load: loadOutboxPage },
  { path: '/password', label: 'nav.password', access: 'everyone', load: loadPasswordPage },
  { path: '/help', label: 'nav.help', access: 'everyone', load: loadHelpPage },
];
