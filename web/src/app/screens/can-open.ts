import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { Icon } from '@tabler/icons-react';
import { SCREENS, type Access, type Screen } from './screens.ts';

type NavigationItem = Screen & { icon: Icon };

export const canOpen = ({ access }: { access: Access }, role: Role): boolean =>
  access === 'everyone' || isAdministrator(role);

export const screensFor = (role: Role): Screen[] => SCREENS.filter((screen) => canOpen(screen, role));

/** The links of a role, in order. */
export const navigationFor = (role: Role): NavigationItem[] =>
  screensFor(role).filter((screen): screen is NavigationItem => screen.icon !== undefined);
