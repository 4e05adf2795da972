import type { Role } from '@belfry/schemas/domain/roles';
import { NavLink } from 'react-router';
import { useLocale } from '../../lib/i18n.ts';
import { navigationFor } from '../screens/can-open.ts';
import classes from './shell.module.css';

/** The links that this role may follow; the active one is highlighted. */
export function NavLinks({ role, onNavigate }: { role: Role; onNavigate?: () => void }) {
  const locale = useLocale();
  return (
    <ul className={classes.links}>
      {navigationFor(role).map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <NavLink to={path} className={classes.link ?? ''} onClick={onNavigate}>
            <Icon size={20} stroke={1.7} aria-hidden />
            <span>{label[locale]}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
