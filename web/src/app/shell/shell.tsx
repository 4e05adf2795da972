import { Drawer, Burger, ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { Outlet, ScrollRestoration, useLocation, Link } from 'react-router';
import { removeDraftsOf } from '../../lib/storage.ts';
import { selectRole, selectSession } from '../../lib/session/session-slice.ts';
import { useGetUserSettingsQuery } from '../../lib/session/settings-api.ts';
import { useGetProfileQuery } from '../../lib/session/auth-api.ts';
import { usePalette, PaletteButton } from '../palette/palette-button.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { TimeZone, useTimes } from '../../lib/times.ts';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { Brand, NavLinks, SayButton } from './header.tsx';
import { HELP_PATH, UserMenu } from './user-menu.tsx';
import { SessionWarning } from './session-warning.tsx';
import { ServerUnavailable, useServerWatch, useSkippedRowsNotice, useServerUnavailable } from './server-notices.tsx';
import classes from './shell.module.css';
import { useUserEvents } from './use-user-events.ts';
import type { Role } from '@belfry/schemas/domain/roles';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { screensFor } from '../screens/access.tsx';
import { useBreakpoint, useMobile, useCompactHeader } from '../../lib/use-breakpoint.ts';
import { PreferenceMenus } from '../../ui/preference-menus.tsx';
import { HeaderClock } from './header-clock.tsx';
import { IconQuestionMark, IconPlugConnected, IconPlugConnectedX, IconRefresh, type Icon } from '@tabler/icons-react';
import { labelOf } from '../screens/screens.ts';
import { AlarmBell } from '../../features/alarms/index.ts';
import { PushStart } from '../../features/mail/push/index.ts';
import { EmergencyBanner, EmergencyButton } from '../../features/announcements/emergency/index.ts';
import { OrganisationSwitch } from '../../features/teams/index.ts';
import { AskingTriggers } from '../../features/triggers/asking/index.ts';
import { SystemNotices } from '../notices/system-notices.tsx';
import { formatAgo } from '../../lib/format.ts';
import { useNow } from '../../lib/timers.ts';
import { useConnection } from '../../lib/mqtt/connection-slice.ts';

function HelpButton() {
  const label = useTexts(labelOf(HELP_PATH));
  const compact = useCompactHeader();
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        component={Link}
        to={HELP_PATH}
        variant="default"
        radius="xl"
        size={compact ? 40 : 32}
        aria-label={label}
      >
        <IconQuestionMark size={18} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
type Props = { menuOpened: boolean; onMenu: () => void; onSearch: () => void };
/** The bar at the top of every protected screen. Where it is narrow, the clock and the guide are in the menu of the account. */
function Header({ menuOpened, onMenu, onSearch }: Props) {
  const { t } = useTranslation('shell');
  const mobile = useMobile();
  const phone = useBreakpoint('phone');
  return (
    <header className={classes.header}>
      <Burger
        className={classes.burger ?? ''}
        size="sm"
        opened={menuOpened}
        onClick={onMenu}
        aria-label={t(menuOpened ? 'close_menu' : 'open_menu')}
        aria-expanded={menuOpened}
      />
      <Brand />
      <span className={classes.spacer} />
      {!mobile && <HeaderClock />}
      {!mobile && <OrganisationSwitch />}
      <EmergencyButton />
      <SayButton />
      <AlarmBell />
      <ConnectionPill />
      <PaletteButton onOpen={onSearch} />
      {!phone && <HelpButton />}
      <div className={classes.wideOnly}>
        <PreferenceMenus />
      </div>
      <UserMenu />
    </header>
  );
}

export function Shell() {
  const { t } = useTranslation('shell');
  const role = useSelector(selectRole) ?? 'user';
  const [menuOpened, menu] = useDisclosure(false);
  const palette = usePalette();
  useServerWatch();
  useUserEvents();
  useSkippedRowsNotice();
  const choices = useUserChoices();
  const { zone } = useGetProfileQuery(undefined, { selectFromResult: ({ data }) => ({ zone: data?.time_zone }) });
  return (
    <TimeZone value={zone}>
      <div className={classes.shell}>
        <PageTitle role={role} />
        <ScrollRestoration />
        <a href="#content" className={classes.skip}>
          {t('skip')}
        </a>
        <Header menuOpened={menuOpened} onMenu={menu.toggle} onSearch={palette.open} />
        {palette.dialog}
        <SessionWarning />
        {choices?.system_notifications === true && <SystemNotices />}
        <nav className={classes.rail} aria-label={t('navigation')}>
          <NavLinks role={role} />
        </nav>
        <Drawer
          opened={menuOpened}
          onClose={menu.close}
          size={280}
          title={<Brand />}
          closeButtonProps={{ 'aria-label': t('close_menu') }}
        >
          <nav aria-label={t('navigation')}>
            <NavLinks role={role} onNavigate={menu.close} />
          </nav>
        </Drawer>
        <div className={classes.body}>
          <PushStart />
          <EmergencyBanner />
          <AskingTriggers />
          <ImpersonationBanner />
          <ServerUnavailable />
          <main id="content" tabIndex={-1} className={classes.content}>
            <Suspense fallback={<CardSkeletons count={4} height={140} />}>
              <Outlet />
            </Suspense>
          </main>
          <footer className={classes.footer}>
            Belfry {__BELFRY_VERSION__} · {t('footer')}
          </footer>
        </div>
      </div>
    </TimeZone>
  );
}

/** What the person has chosen for all browsers. Who wants no drafts has none in this browser either; see SHELL-40. */
function useUserChoices() {
  const userId = useSelector(selectSession)?.user_id;
  const { data } = useGetUserSettingsQuery();
  const keepsNone = data?.auto_save === false;
  useEffect(() => {
    if (keepsNone && userId !== undefined) removeDraftsOf(userId);
  }, [keepsNone, userId]);
  return data;
}

function PageTitle({ role }: { role: Role }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { pathname } = useLocation();
  const item = screensFor(role).find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  const product = t('product');
  return <title>{item ? `${item.label[locale]} · ${product}` : product}</title>;
}

const MARKS: Record<ReturnType<typeof useConnection>['state'], Icon> = {
  live: IconPlugConnected,
  connecting: IconRefresh,
  reconnecting: IconRefresh,
  offline: IconPlugConnectedX,
};
const AGE_STEP_MS = 5_000;

/** The state of the live connection: connecting, live, reconnecting or offline, with its age in the tooltip. */
function ConnectionPill() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const times = useTimes();
  const { state, since } = useConnection();
  const serverAway = useServerUnavailable();
  const now = useNow(AGE_STEP_MS);
  const shown = state === 'live' && serverAway ? 'reconnecting' : state;
  const Mark = MARKS[shown];
  const ago = formatAgo(since, now, locale, 1_000);
  const hint =
    state === 'live' && serverAway
      ? t('connection.server_hint')
      : t(`connection.${state}_hint`, { ago, time: times.time(since) });
  return (
    <Tooltip label={hint} multiline w={260} withinPortal={false} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={classes.pill}
        data-state={shown}
        // The longest of them in both languages.
        data-longest={t('connection.reconnecting')}
        aria-label={`${t(`connection.${shown}`)}. ${hint}`}
      >
        <span className={classes.state}>
          <span className={classes.dot} aria-hidden />
          <Mark className={classes.mark ?? ''} size={18} aria-hidden />
          <output>{t(`connection.${shown}`)}</output>
        </span>
      </button>
    </Tooltip>
  );
}
