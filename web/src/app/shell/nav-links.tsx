import type { Role } from '@belfry/schemas/domain/roles';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { navigationFor } from '../screens/can-open.ts';
import classes from './shell.module.css';

/** The links that this role may follow; the active one is highlighted. */
export function NavLinks({ role, onNavigate }: { role: Role; onNavigate?: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <ul className={classes.links}>
      {navigationFor(role).map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <NavLink to={path} className={classes.link ?? ''} onClick={onNavigate}>
            <Icon size={20} stroke={1.7} aria-hidden />
            <span>{t(label)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
