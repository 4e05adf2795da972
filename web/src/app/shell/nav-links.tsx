import type { Role } from '@belfry/schemas/domain/roles';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { navigationFor } from './navigation.ts';
import classes from './shell.module.css';

/** The links that this role may follow; the active one is highlighted. */
export function NavLinks({ role, onNavigate }: { role: Role; onNavigate?: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <ul className={classes.links}>
      {navigationFor(role).map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <NavLink to={to} className={classes.link ?? ''} onClick={onNavigate}>
            <Icon size={20} stroke={1.7} aria-hidden />
            <span>{t(label)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
