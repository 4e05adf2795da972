import type { Role } from '@belfry/schemas/domain/roles';
import { useId } from 'react';
import { NavLink } from 'react-router';
import { useLocale } from '../../../lib/i18n.ts';
import { navigationFor } from '../../screens/can-open.ts';
import { SCREEN_GROUPS } from '../../screens/screen.ts';
import classes from './nav-links.module.css';

/** The links that this role may follow, in groups with a heading each; the active one is highlighted; see SHELL-3. */
export function NavLinks({ role, onNavigate }: { role: Role; onNavigate?: () => void }) {
  const locale = useLocale();
  const id = useId();
  return navigationFor(role).map(({ group, items }) => (
    <div key={group} className={classes.section}>
      {group !== null && (
        <p id={`${id}-${group}`} className={classes.heading}>
          {SCREEN_GROUPS[group][locale]}
        </p>
      )}
      <ul className={classes.links} aria-labelledby={group === null ? undefined : `${id}-${group}`}>
        {items.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink to={path} className={classes.link ?? ''} onClick={onNavigate}>
              <Icon size={20} stroke={1.7} aria-hidden />
              <span>{label[locale]}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  ));
}
