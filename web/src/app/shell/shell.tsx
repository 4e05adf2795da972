import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Outlet, ScrollRestoration } from 'react-router';
import { selectRole } from '../../api/session/session-slice.ts';
import { useGetProfileQuery } from '../../api/session/auth-api.ts';
import { usePalette } from '../palette/palette-button.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { TimeZone } from '../../lib/format/times.ts';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { Brand } from './header/brand.tsx';
import { EmergencyBanner } from './lazy-emergency.tsx';
import { Header } from './header/header.tsx';
import { NavLinks } from './header/nav-links.tsx';
import { PageTitle } from './page-title.tsx';
import { ServerUnavailable } from './server-unavailable.tsx';
import classes from './shell.module.css';
import { useServerWatch } from './use-server-unavailable.ts';
import { useSkippedRowsNotice } from './use-skipped-rows-notice.ts';
import { useUserEvents } from './use-user-events.ts';

/** Header, navigation and footer around every protected screen. */
export function Shell() {
  const { t } = useTranslation('shell');
  const role = useSelector(selectRole) ?? 'user';
  const [menuOpened, menu] = useDisclosure(false);
  const palette = usePalette();
  useServerWatch();
  useUserEvents();
  useSkippedRowsNotice();
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
          <EmergencyBanner />
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
