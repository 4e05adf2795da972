import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { useFullscreenDocument, useViewportSize } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { transportText } from '../../../api/base/transport-text.ts';
import { useConnection } from '../../../mqtt/connection/use-connection.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { loadFailure } from '../load-failure.ts';
import { useGetWallQuery, type WallQuery } from './wall-api.ts';
import { WallGrid } from './wall-grid.tsx';
import { WallLegend } from './wall-legend.tsx';
import classes from './wall.module.css';

type Props = { query: WallQuery; onOpen: (serial: string) => void; empty: ReactNode };

/** What the page has besides the tiles (px). */
const OTHERS = { page: 300, fullScreen: 80 } as const;
const MIN_HEIGHT = 320;

/** Up to 1,000 devices on one screen, live, for control rooms; see DEV-49. */
export function WallView({ query, onOpen, empty }: Props) {
  const { t } = useTranslation('device-views');
  const { t: devices } = useTranslation('devices');
  const { stale, since } = useConnection();
  const { data, currentData, error, isFetching, refetch } = useGetWallQuery(query);
  const { fullscreen, toggle } = useFullscreenDocument();
  const { height } = useViewportSize();
  if (error && !currentData) {
    return (
      <ErrorState
        message={loadFailure(error, devices)}
        detail={transportText(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <Skeleton height={MIN_HEIGHT} radius="md" aria-busy />;
  if (data.order.length === 0 && currentData) return empty;
  const label = t(fullscreen ? 'leaveFullScreen' : 'fullScreen');
  const available = Math.max(MIN_HEIGHT, height - (fullscreen ? OTHERS.fullScreen : OTHERS.page));
  return (
    <section className={classes.wall} data-full={fullscreen || undefined} aria-label={t('view.wall')}>
      <div className={classes.head}>
        <WallLegend wall={data} />
        <Tooltip label={label} withinPortal={false}>
          <ActionIcon variant="default" size={36} aria-label={label} onClick={() => void toggle()}>
            {fullscreen ? <IconMinimize size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </div>
      <Stale active={stale} since={since}>
        <WallGrid wall={data} busy={currentData === undefined} height={available} onOpen={onOpen} />
      </Stale>
    </section>
  );
}
