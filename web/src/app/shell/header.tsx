import type { Role } from '@belfry/schemas/domain/roles';
import { useId } from 'react';
import { NavLink, Link } from 'react-router';
import { useMay, useRights } from '../../features/teams/teams-api.ts';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { navigationFor, SCREEN_GROUPS } from '../screens/access.tsx';
import { labelOf } from '../screens/screens.ts';
import classes from './header.module.css';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useCompactHeader } from '../../lib/use-breakpoint.ts';
import { useTranslation } from '../../lib/translation.ts';

/** The links that somebody of this role has a use for, in groups with a heading each; the active one is highlighted; see SHELL-3. */
export function NavLinks({ role, onNavigate }: { role: Role; onNavigate?: () => void }) {
  const locale = useLocale();
  const id = useId();
  return navigationFor(role, useRights()).map(({ group, items }) => (
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

const PATH = '/say';

export function SayButton() {
  const label = useTexts(labelOf(PATH));
  const compact = useCompactHeader();
  const icon = <IconSpeakerphone size={18} aria-hidden />;
  if (!useMay('say')) return null;
  if (!compact) {
    return (
      <Button component={Link} to={PATH} size="compact-md" fz="sm" variant="light" leftSection={icon}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon component={Link} to={PATH} variant="light" size={40} aria-label={label}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

export function Brand() {
  const { t } = useTranslation('common');
  return (
    <Link to="/home" className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>{t('product')}</span>
    </Link>
  );
}

const characters = new Intl.Segmenter();
const firstOf = (word: string): string => characters.segment(word).containing(0)?.segment ?? '';

/** The first characters of the first two words; never half of an emoji. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => firstOf(word).toUpperCase())
    .join('');
