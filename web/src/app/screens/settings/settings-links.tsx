import { useSelector } from 'react-redux';
import { NavLink } from 'react-router';
import { useRights } from '../../../features/teams/teams-api.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { offeredScreens } from '../access.tsx';
import classes from './settings.module.css';

export const SETTINGS_PREFIX = '/settings/';
/** The page of everybody, to which the entry of the navigation leads. */
export const ME_PATH = '/settings/me';

/** The other pages of the settings that somebody has a use for. */
export function SettingsLinks() {
  const { t } = useTranslation('settings');
  const locale = useLocale();
  const pages = offeredScreens(useSelector(selectRole) ?? 'user', useRights()).filter(
    ({ path }) => path.startsWith(SETTINGS_PREFIX) && path !== ME_PATH,
  );
  if (pages.length === 0) return null;
  return (
    <ul className={classes.links} aria-label={t('title')}>
      {pages.map(({ path, label }) => (
        <li key={path}>
          <NavLink to={path} className={classes.link ?? ''}>
            {label[locale]}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
