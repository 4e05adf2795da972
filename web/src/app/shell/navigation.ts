import { ROLES, type Role } from '@belfry/schemas/domain/roles';
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

/** A screen of the shell and the roles that may open it; see SHELL-2. */
export type Screen = {
  to: string;
  label: `nav.${
    | 'home'
    | 'admin'
    | 'navigation'
    | 'sms'
    | 'language'
    | 'schedule'
    | 'settings'
    | 'voices'
    | 'devices'
    | 'outbox'
    | 'password'
    | 'help'}`;
  roles: readonly Role[];
  /** Of the link in the navigation bar; screens without one are reached from elsewhere. */
  icon?: Icon;
};
export type NavigationItem = Screen & { icon: Icon };

const ADMINISTRATORS: readonly Role[] = ['admin', 'root'];

/** A line per screen; the navigation bar has them in this order. */
export const SCREENS: readonly Screen[] = [
  { to: '/home', label: 'nav.home', roles: ROLES, icon: IconHome },
  { to: '/admin', label: 'nav.admin', roles: ADMINISTRATORS, icon: IconUsers },
  { to: '/navigation', label: 'nav.navigation', roles: ROLES, icon: IconBinaryTree2 },
  { to: '/sms', label: 'nav.sms', roles: ROLES, icon: IconMessage2 },
  { to: '/language', label: 'nav.language', roles: ROLES, icon: IconHeart },
  { to: '/schedule', label: 'nav.schedule', roles: ROLES, icon: IconCalendarEvent },
  { to: '/settings', label: 'nav.settings', roles: ROLES, icon: IconSettings },
  { to: '/voices', label: 'nav.voices', roles: ADMINISTRATORS, icon: IconMicrophone2 },
  { to: '/devices', label: 'nav.devices', roles: ADMINISTRATORS, icon: IconDeviceSpeaker },
  { to: '/outbox', label: 'nav.outbox', roles: ADMINISTRATORS, icon: IconMailForward },
  { to: '/password', label: 'nav.password', roles: ROLES },
  { to: '/help', label: 'nav.help', roles: ROLES },
];

export const screensFor = (role: Role): Screen[] => SCREENS.filter(({ roles }) => roles.includes(role));

/** The links of a role, in order. */
export const navigationFor = (role: Role): NavigationItem[] =>
  screensFor(role).filter((screen): screen is NavigationItem => screen.icon !== undefined);
