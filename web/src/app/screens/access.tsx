import { type Action, allows } from '@belfry/schemas/domain/actions';
import type { RightsMask } from '@belfry/schemas/domain/rights';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { IconLock } from '@tabler/icons-react';
import { type Access, ENTRIES, type Entry, type Screen, SCREENS } from './screens.ts';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useMay } from '../../features/teams/teams-api.ts';
import { AccessDenied, EmptyState } from '../../ui/states/empty-state.tsx';

const OPENS: Record<Access, (role: Role) => boolean> = {
  everyone: () => true,
  administrators: isAdministrator,
  roots: (role) => role === 'root',
};

export const canOpen = ({ access }: { access: Access }, role: Role): boolean => OPENS[access](role);

export const screensFor = (role: Role): Screen[] => SCREENS.filter((screen) => canOpen(screen, role));

export const offeredScreens = (role: Role, rights: RightsMask): Screen[] =>
  screensFor(role).filter(({ needs }) => needs === undefined || allows(rights, needs));

/** The screens that somebody finds in the navigation. */
export const offeredLinks = (role: Role, rights: RightsMask): Screen[] =>
  offeredScreens(role, rights).filter(({ listed }) => listed);

/** The entries of the navigation, and below them all other pages that somebody has a use for. */
export function navigationFor(role: Role, rights: RightsMask): { entries: Entry[]; others: Screen[] } {
  const screens = offeredScreens(role, rights);
  const entries = ENTRIES.filter(
    ({ path, needs }) =>
      screens.some((screen) => screen.path === path) && (needs === undefined || allows(rights, needs)),
  );
  return {
    entries,
    others: offeredLinks(role, rights).filter(({ path }) => !entries.some((entry) => entry.path === path)),
  };
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
