import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { IconDeviceSpeaker, IconHome, type Icon } from '@tabler/icons-react';

/** A screen in the navigation, and who sees its link (specification 000 §2, Navigation bar). */
export type NavigationItem = { to: string; label: 'nav.home' | 'nav.devices'; icon: Icon; roles: readonly Role[] };

const ADMINISTRATORS: readonly Role[] = ['admin', 'root'];

export const NAVIGATION: readonly NavigationItem[] = [
  { to: '/home', label: 'nav.home', icon: IconHome, roles: ROLES },
  { to: '/devices', label: 'nav.devices', icon: IconDeviceSpeaker, roles: ADMINISTRATORS },
];

/** The links of a role, in order. */
export const navigationFor = (role: Role): NavigationItem[] => NAVIGATION.filter(({ roles }) => roles.includes(role));
