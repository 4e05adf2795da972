import { type Action, allows } from '@belfry/schemas/domain/actions';
import type { RightsMask } from '@belfry/schemas/domain/rights';
import type { Localized } from '../../lib/i18n.ts';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { type Icon, IconLock } from '@tabler/icons-react';
import { SCREENS, type Access, type Screen, type ScreenGroup } from './screens.ts';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useMay } from '../../features/teams/teams-api.ts';
import { AccessDenied, EmptyState } from '../../ui/states/empty-state.tsx';

/** The groups of the navigation, in this order; screens without one come before them. */
export const SCREEN_GROUPS = {
  fleet: { en: 'Fleet', ru: 'Парк' },
  places: { en: 'Places', ru: 'Места' },
  sound: { en: 'Sound', ru: 'Звук' },
  people: { en: 'People', ru: 'Люди' },
  system: { en: 'System', ru: 'Система' },
} as const satisfies Record<ScreenGroup, Localized>;

type NavigationItem = Screen & { icon: Icon };

export const canOpen = ({ access }: { access: Access }, role: Role): boolean =>
  access === 'everyone' || isAdministrator(role);

export const screensFor = (role: Role): Screen[] => SCREENS.filter((screen) => canOpen(screen, role));

/** The links below one heading; `group` is null for those without one, which come first. */
type NavigationSection = { group: ScreenGroup | null; items: NavigationItem[] };

const GROUPS: readonly (ScreenGroup | null)[] = [null, ...(Object.keys(SCREEN_GROUPS) as ScreenGroup[])];

export const offeredScreens = (role: Role, rights: RightsMask): Screen[] =>
  screensFor(role).filter(({ needs }) => needs === undefined || allows(rights, needs));

export const offeredLinks = (role: Role, rights: RightsMask): NavigationItem[] =>
  offeredScreens(role, rights).filter((screen): screen is NavigationItem => screen.icon !== undefined);

export function navigationFor(role: Role, rights: RightsMask): NavigationSection[] {
  const links = offeredLinks(role, rights);
  return GROUPS.map((group) => ({ group, items: links.filter((screen) => (screen.group ?? null) === group) })).filter(
    ({ items }) => items.length > 0,
  );
}

type Props = Pick<Screen, 'access' | 'needs'> & { children: ReactNode };

/** Shows a screen to those who may open it and have a use for it. It is not mounted for anybody else, so that it requests nothing. */
export function RequireAccess({ access, needs, children }: Props) {
  const role = useSelector(selectRole);
  if (role === null) return null;
  if (!canOpen({ access }, role)) return <AccessDenied role={role} />;
  return needs === undefined ? children : <RequireRight action={needs}>{children}</RequireRight>;
}

function RequireRight({ action, children }: { action: Action; children: ReactNode }) {
  const { t } = useTranslation('ui');
  const may = useMay(action);
  if (may) return children;
  return (
    <EmptyState icon={<IconLock size={24} />} title={t('no_use.title')}>
      {t('no_use.text')}
    </EmptyState>
  );
}
