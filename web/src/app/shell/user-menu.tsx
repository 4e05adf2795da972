import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconClock, IconKey, IconLogout, IconQuestionMark, IconUser } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { useTexts } from '../../lib/i18n.ts';
import { useGetProfileQuery, useSignOut } from '../../lib/session/auth-api.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useBreakpoint, useCompactHeader, useMobile } from '../../lib/use-breakpoint.ts';
import { useMemberships } from '../../features/teams/teams-api.ts';
import { useRoleLabel } from '../../ui/person.tsx';
import { LanguageItems, ThemeItems } from '../../ui/preference-menu.tsx';
import { OrganisationItems } from '../../features/teams/index.ts';
import { labelOf } from '../screens/screens.ts';
import { HeaderTime, useClockMode } from './header-clock.tsx';
import { initialsOf } from './header.tsx';
import classes from './shell.module.css';

export const HELP_PATH = '/help';

/** What the signed-in person is: at the places where they work, or by their account; see HOME-18. */
function useOwnRole(): string {
  const { t } = useTranslation('teams');
  const roleLabel = useRoleLabel();
  const role = useSelector(selectRole) ?? 'user';
  const { memberships } = useMemberships();
  const roles = new Set(memberships.map((membership) => membership.role));
  return roles.size === 0 ? roleLabel(role) : [...roles].map((each) => t(`roles.${each}`)).join(', ');
}

export function UserMenu() {
  const ownRole = useOwnRole();
  const { t } = useTranslation(['shell', 'common']);
  const password = useTexts(labelOf('/password'));
  const help = useTexts(labelOf(HELP_PATH));
  const { data: profile } = useGetProfileQuery();
  const signOut = useSignOut();
  const mobile = useMobile();
  const compact = useCompactHeader();
  const phone = useBreakpoint('phone');
  const name = profile?.name ?? t('common:loading');
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          {/* Named by its content, so that screen readers read what is visible; in a narrow header only the picture is visible. */}
          <VisuallyHidden>
            {t('account')}: {compact && name}
          </VisuallyHidden>
          <Avatar size={32} radius="xl" color="purple" variant="filled" aria-hidden>
            {profile ? initialsOf(profile.name) : ''}
          </Avatar>
          <span className={classes.userText}>
            <span className={classes.userName} title={name}>
              {name}
            </span>
            <span className={classes.userRole} title={ownRole}>
              {ownRole}
            </span>
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.userChevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {compact && (
          <>
            <Menu.Label>
              {name} · {ownRole}
            </Menu.Label>
            <Menu.Divider />
          </>
        )}
        {mobile && (
          <>
            <OrganisationItems />
            <ClockItem />
            <Menu.Divider />
            <Menu.Label>{t('common:theme.label')}</Menu.Label>
            <ThemeItems />
            <Menu.Divider />
            <Menu.Label>{t('common:language.label')}</Menu.Label>
            <LanguageItems />
            <Menu.Divider />
          </>
        )}
        <Menu.Item component={Link} to="/home#account" leftSection={<IconUser size={16} aria-hidden />}>
          {t('my_profile')}
        </Menu.Item>
        <Menu.Item component={Link} to="/password" leftSection={<IconKey size={16} aria-hidden />}>
          {password}
        </Menu.Item>
        {phone && (
          <Menu.Item component={Link} to={HELP_PATH} leftSection={<IconQuestionMark size={16} aria-hidden />}>
            {help}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
function ClockItem() {
  const { mode, turn, hint } = useClockMode();
  return (
    <Menu.Item closeMenuOnClick={false} leftSection={<IconClock size={16} aria-hidden />} title={hint} onClick={turn}>
      <HeaderTime mode={mode} />
    </Menu.Item>
  );
}
