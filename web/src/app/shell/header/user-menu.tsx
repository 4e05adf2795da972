import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconKey, IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectRole } from '../../../api/session/session-slice.ts';
import { useGetProfileQuery } from '../../../api/session/auth-api.ts';
import { useSignOut } from '../../../api/session/use-sign-out.ts';
import { useTexts } from '../../../lib/i18n.ts';
import { useMobile } from '../../../lib/hooks/use-mobile.ts';
import { useCompactHeader } from '../../../lib/hooks/use-compact-header.ts';
import { LanguageItems, ThemeItems } from '../../../ui/preferences/preference-items.tsx';
import { labelOf } from '../../screens/screens.ts';
import classes from '../shell.module.css';
import { ClockItem } from './clock-item.tsx';
import { initialsOf } from './initials.ts';
import { useRoleLabel } from '../../../ui/use-role-label.ts';

/** The signed-in user ('Loading...' until known) with role, profile, password and sign-out. */
export function UserMenu() {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation(['shell', 'common']);
  const password = useTexts(labelOf('/password'));
  const role = useSelector(selectRole) ?? 'user';
  const { data: profile } = useGetProfileQuery();
  const signOut = useSignOut();
  const mobile = useMobile();
  const compact = useCompactHeader();
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
            <span className={classes.userRole}>{roleLabel(role)}</span>
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.userChevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {compact && (
          <>
            <Menu.Label>
              {name} · {roleLabel(role)}
            </Menu.Label>
            <Menu.Divider />
          </>
        )}
        {mobile && (
          <>
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
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
