import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { NavLink, useLocation } from 'react-router';
import { z } from 'zod';
import { useNeeds } from '../../features/activity/needs-api.ts';
import { useRights } from '../../features/teams/teams-api.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { LOCAL_KEYS, readLocal, writeLocal } from '../../lib/storage.ts';
import { useTranslation } from '../../lib/translation.ts';
import { navigationFor } from '../screens/access.tsx';
import type { Entry } from '../screens/screens.ts';
import { SETTINGS_PREFIX, SettingsLinks } from '../screens/settings/settings-links.tsx';
import classes from './navigation.module.css';

export const useNavigation = () => navigationFor(useSelector(selectRole) ?? 'user', useRights());

/** What people come to do and, below a line, all other pages; see SHELL-3. */
export function NavLinks() {
  const { entries } = useNavigation();
  const { pathname } = useLocation();
  return (
    <>
      <ul className={classes.links}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <EntryLink entry={entry} />
            {entry.path.startsWith(SETTINGS_PREFIX) && pathname.startsWith(SETTINGS_PREFIX) && <SettingsLinks />}
          </li>
        ))}
      </ul>
      <AllPages />
    </>
  );
}

export function EntryLink({ entry: { path, label, icon: Icon, key } }: { entry: Entry }) {
  const locale = useLocale();
  return (
    <NavLink
      to={path}
      className={classes.link ?? ''}
      {...(key !== undefined && { 'data-keys': `G ${key.toUpperCase()}` })}
    >
      <Icon size={20} stroke={1.5} aria-hidden />
      <span>{label[locale]}</span>
      {key === 'a' && <NeedsYou />}
    </NavLink>
  );
}

/** A larger number does not fit. */
const COUNTED_MAX = 99;

/** How many alarms nobody has taken. */
function NeedsYou() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const count = useNeeds() ?? 0;
  if (count === 0) return null;
  const number = formatCount(Math.min(count, COUNTED_MAX), locale);
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > COUNTED_MAX ? `${number}+` : number}</span>
      <VisuallyHidden component="output"> {t('needs_you', { count })}</VisuallyHidden>
    </span>
  );
}

/** Closed, it shows the open page alone. */
function AllPages() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => readLocal(LOCAL_KEYS.allPages, z.boolean()) ?? false);
  const toggle = (): void => {
    setOpen(!open);
    writeLocal(LOCAL_KEYS.allPages, !open);
  };
  return (
    <div className={classes.others}>
      <UnstyledButton className={classes.all} aria-expanded={open} onClick={toggle}>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
        {t('all_pages')}
      </UnstyledButton>
      <OtherPages isShown={(path) => open || pathname === path} />
    </div>
  );
}

type OtherPagesProps = { isShown?: (path: string) => boolean; onNavigate?: () => void };

export function OtherPages({ isShown, onNavigate }: OtherPagesProps) {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const { others } = useNavigation();
  return (
    <ul className={classes.links} aria-label={t('all_pages')}>
      {others
        .filter(({ path }) => isShown?.(path) ?? true)
        .map(({ path, label }) => (
          <li key={path}>
            <NavLink to={path} end className={classes.link ?? ''} onClick={onNavigate}>
              <span>{label[locale]}</span>
            </NavLink>
          </li>
        ))}
    </ul>
  );
}
