import { Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { matchPath, Outlet, ScrollRestoration, useLocation } from 'react-router';
import type { Role } from '@belfry/schemas/domain/roles';
import { Emergencies, EmergencyBanner } from '../../features/announcements/emergency/index.ts';
import { PushStart } from '../../features/mail/push/index.ts';
import { Checked } from '../../features/alarms/index.ts';
import { AskingTriggers } from '../../features/triggers/asking/index.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useGetProfileQuery } from '../../lib/session/auth-api.ts';
import { selectRole, selectSession } from '../../lib/session/session-slice.ts';
import { useGetUserSettingsQuery } from '../../lib/session/settings-api.ts';
import { removeDraftsOf } from '../../lib/storage.ts';
import { TimeZone } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { SystemNotices } from '../notices/system-notices.tsx';
import { usePalette } from '../palette/palette-button.tsx';
import { screensFor } from '../screens/access.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Header } from './header.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { NavLinks } from './navigation.tsx';
import { useServerWatch, useSkippedRowsNotice } from './server-notices.tsx';
import { useSaySheet } from './say-sheet.tsx';
import { SessionWarning } from './session-warning.tsx';
import { Shortcuts } from './shortcuts.tsx';
import classes from './shell.module.css';
import { useUserEvents } from './use-user-events.ts';

const EmergencyScenarios = lazyPart({
  load: async () => (await import('../../features/scenarios/index.ts')).EmergencyScenarios,
  Waiting: () => null,
});

export function Shell() {
  const { t } = useTranslation('shell');
  const role = useSelector(selectRole) ?? 'user';
  const mobile = useMobile();
  const palette = usePalette();
  const saySheet = useSaySheet();
  useServerWatch();
  useUserEvents();
  useSkippedRowsNotice();
  const choices = useUserChoices();
  const { zone } = useGetProfileQuery(undefined, { selectFromResult: ({ data }) => ({ zone: data?.time_zone }) });
  return (
    <TimeZone value={zone}>
      <Emergencies scenarios={EmergencyScenarios}>
        <div className={classes.shell}>
          <PageTitle role={role} />
          <ScrollRestoration />
          <a href="#content" className={classes.skip}>
            {t('skip')}
          </a>
          <Header onSearch={palette.open} />
          {palette.dialog}
          {saySheet.dialog}
          <Shortcuts />
          <SessionWarning />
          {choices?.system_notifications === true && <SystemNotices />}
          {mobile ? (
            <BottomBar onSay={saySheet.open} />
          ) : (
            <nav className={classes.rail} aria-label={t('navigation')}>
              <NavLinks />
            </nav>
          )}
          <div className={classes.body}>
            <PushStart />
            <EmergencyBanner />
            <AskingTriggers />
            <ImpersonationBanner />
            <ConnectionBar />
            <main id="content" tabIndex={-1} className={classes.content}>
              <Checked>
                <Suspense fallback={<CardSkeletons count={4} height={140} />}>
                  <Outlet />
                </Suspense>
              </Checked>
            </main>
            <footer className={classes.footer}>
              Belfry {__BELFRY_VERSION__} · {t('footer')}
            </footer>
          </div>
        </div>
      </Emergencies>
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
  const item = screensFor(role).find(({ path }) => matchPath(path, pathname));
  const product = t('product');
  return <title>{item ? `${item.label[locale]} · ${product}` : product}</title>;
}
