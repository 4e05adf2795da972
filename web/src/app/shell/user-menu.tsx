import { Avatar, Drawer, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconList, IconLogout, IconQuestionMark, IconUser } from '@tabler/icons-react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { OrganisationItems } from '../../features/teams/index.ts';
import { useMemberships } from '../../features/teams/teams-api.ts';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { useGetProfileQuery, useSignOut } from '../../lib/session/auth-api.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useCompactHeader, useMobile } from '../../lib/use-breakpoint.ts';
import { useRoleLabel } from '../../ui/person.tsx';
import { LanguageItems, ThemeItems } from '../../ui/preference-menu.tsx';
import { labelOf } from '../screens/screens.ts';
import { ME_PATH } from '../screens/settings/settings-links.tsx';
import { isOnBar } from './bottom-bar.tsx';
import { ClockItem } from './clock-item.tsx';
import { OtherPages, useNavigation } from './navigation.tsx';
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
  const { data: profile } = useGetProfileQuery();
  const signOut = useSignOut();
  const mobile = useMobile();
  const compact = useCompactHeader();
  const [allPages, pages] = useDisclosure(false);
  const name = profile?.name ?? t('common:loading');
  return (
    <div className={classes.account}>
      <Menu position="bottom-end" width={240} shadow="md" withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes.user}>
            {/* Named by its content, so that screen readers read what is visible; in a narrow header only the picture is visible. */}
            <VisuallyHidden>
              {t('account')}: {compact && name}
            </VisuallyHidden>
            <Avatar size={32} radius="xl" variant="filled" color="dark.4" aria-hidden>
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
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu ?? ''}>
          <ClockItem />
          {compact && (
            <Menu.Label>
              {name} · {ownRole}
            </Menu.Label>
          )}
          <Menu.Divider />
          {mobile && <OrganisationItems />}
          <PageItems onAllPages={pages.open} />
          <Menu.Item component={Link} to={ME_PATH} leftSection={<IconUser size={16} aria-hidden />}>
            {t('my_profile')}
          </Menu.Item>
          <Menu.Item component={Link} to="/password" leftSection={<IconKey size={16} aria-hidden />}>
            {password}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('common:theme.label')}</Menu.Label>
          <ThemeItems />
          <Menu.Divider />
          <Menu.Label>{t('common:language.label')}</Menu.Label>
          <LanguageItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
            {t('sign_out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Drawer
        opened={allPages}
        onClose={pages.close}
        size={280}
        title={t('all_pages')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <nav aria-label={t('navigation')}>
          <OtherPages onNavigate={pages.close} />
        </nav>
      </Drawer>
    </div>
  );
}

/** Where there is a bottom bar, the entries without room on it, the other pages and the guide. */
function PageItems({ onAllPages }: { onAllPages: () => void }) {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const help = useTexts(labelOf(HELP_PATH));
  const mobile = useMobile();
  const { entries } = useNavigation();
  if (!mobile) return null;
  return (
    <>
      {entries
        .filter((entry) => !isOnBar(entry) && entry.path !== ME_PATH)
        .map(({ path, label, icon: Icon }) => (
          <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={16} aria-hidden />}>
            {label[locale]}
          </Menu.Item>
        ))}
      <Menu.Item leftSection={<IconList size={16} aria-hidden />} onClick={onAllPages}>
        {t('all_pages')}
      </Menu.Item>
      <Menu.Item component={Link} to={HELP_PATH} leftSection={<IconQuestionMark size={16} aria-hidden />}>
        {help}
      </Menu.Item>
      <Menu.Divider />
    </>
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
