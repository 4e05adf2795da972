import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { useFullscreenDocument, useViewportSize, useElementSize } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type ReactNode, useState, type CSSProperties, type KeyboardEvent, type SyntheticEvent, memo } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { transportText } from '../../../lib/api/transport-text.ts';
import { useConnection } from '../../../lib/mqtt/connection-slice.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { loadFailure, useGetWallQuery, type WallQuery, type Wall } from '../devices-api.ts';
import classes from './wall-view.module.css';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import type { WallDevice } from '@belfry/schemas/http/devices/wall';

type Props = { query: WallQuery; onOpen: (serial: string) => void; empty: ReactNode };

/** Height of the page besides the tiles (px). */
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
          <ActionIcon variant="default" size={32} aria-label={label} onClick={() => void toggle()}>
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

function WallLegend({ wall }: { wall: Wall }) {
  const { t } = useTranslation('device-views');
  const locale = useLocale();
  const counts = countStates(Object.values(wall.devices));
  const [count, total] = [wall.order.length, wall.total].map((count) => formatCount(count, locale));
  return (
    <div className={classes.legend}>
      <ul className={classes.states} aria-label={t('legend')}>
        {WALL_STATES.filter((state) => state !== 'unknown' || counts[state] > 0).map((state) => (
          <li key={state}>
            <WallShape state={state} />
            {t(`state.${state}`)} <b>{formatCount(counts[state], locale)}</b>
          </li>
        ))}
      </ul>
      <span>
        {wall.total > wall.order.length ? t('first', { shown: count, total }) : t('all', { total, count: wall.total })}
      </span>
    </div>
  );
}

/** The states that a wall distinguishes by colour and shape; see DEV-49. */
const WALL_STATES = ['online', 'offline', 'maintenance', 'blocked', 'unknown'] as const;
type WallState = (typeof WALL_STATES)[number];

/** A blocked device cannot be online, so that it is blocked says more. */
export const wallStateOf = ({ status, device_mode }: Pick<WallDevice, 'status' | 'device_mode'>): WallState =>
  device_mode === 'blocked' ? 'blocked' : (WALL_STATES.find((each) => each === status) ?? 'unknown');

export function countStates(devices: Iterable<WallDevice>): Record<WallState, number> {
  const counts: Record<WallState, number> = { online: 0, offline: 0, maintenance: 0, blocked: 0, unknown: 0 };
  for (const device of devices) counts[wallStateOf(device)] += 1;
  return counts;
}

const TILE = { min: 20, max: 72, gap: 2 } as const;
type WallLayout = { columns: number; tile: number };

/** The largest tiles with which all devices fit into an area (px); the smallest ones where they do not. */
export function layoutOf({ width, height, count }: { width: number; height: number; count: number }): WallLayout {
  for (let tile: number = TILE.max; tile > TILE.min; tile -= 1) {
    const columns = Math.max(1, Math.floor(width / (tile + TILE.gap)));
    if (Math.ceil(count / columns) * (tile + TILE.gap) <= height) return { columns, tile };
  }
  return { columns: Math.max(1, Math.floor(width / (TILE.min + TILE.gap))), tile: TILE.min };
}

/** The tile to which a key moves the focus; null for other keys. */
export function nextTile(
  key: string,
  at: number,
  { count, columns }: { count: number; columns: number },
): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  if (to === undefined) return null;
  return to < 0 || to >= count ? at : to;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- The tiles are the buttons; one listener serves a thousand of them. */

const WallShape = ({ state }: { state: WallState }) => (
  <span className={classes.shape} data-state={state} aria-hidden />
);
type WallTileProps = { device: WallDevice; index: number; label: string; current: boolean };
/** One device. Memoised: a message replaces one device of the wall, and renders one tile. The grid handles its events. */
const WallTile = memo(function WallTile({ device, index, label, current }: WallTileProps) {
  const { serial, name } = device;
  const state = wallStateOf(device);
  const text = `${name === null ? serial : `${name} · ${serial}`} · ${label}`;
  return (
    <button
      type="button"
      className={classes.tile}
      data-serial={serial}
      data-index={index}
      tabIndex={current ? 0 : -1}
      title={text}
      aria-label={text}
    >
      <WallShape state={state} />
    </button>
  );
});

/** `busy`: the tiles are those of the previous filters. */
type WallGridProps = { wall: Wall; busy: boolean; height: number; onOpen: (serial: string) => void };
const tileOf = ({ target }: SyntheticEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-serial]') : null;
/** A tile per device. One of them is in the tab order; the arrow keys, Home and End move between them. */
function WallGrid({ wall, busy, height, onOpen }: WallGridProps) {
  const { t } = useTranslation(['device-views', 'devices']);
  const { ref, width } = useElementSize();
  const [current, setCurrent] = useState(0);
  const { order, devices } = wall;
  const { columns, tile } = layoutOf({ width, height, count: order.length });
  const focusable = Math.min(current, order.length - 1);

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const to = nextTile(event.key, focusable, { count: order.length, columns });
    if (to === null) return;
    event.preventDefault();
    setCurrent(to);
    event.currentTarget.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus();
  };
  return (
    <div
      ref={ref}
      role="group"
      aria-label={t('devices:fleet.label')}
      aria-busy={busy}
      className={classes.grid}
      style={{ '--wall-columns': columns, '--wall-tile': `${tile}px` } as CSSProperties}
      onKeyDown={move}
      onFocus={(event) => setCurrent(Number(tileOf(event)?.dataset['index'] ?? focusable))}
      onClick={(event) => {
        const serial = tileOf(event)?.dataset['serial'];
        if (serial !== undefined) onOpen(serial);
      }}
    >
      {order.map((serial, index) => {
        const device = devices[serial];
        return (
          device && (
            <WallTile
              key={serial}
              device={device}
              index={index}
              label={t(`state.${wallStateOf(device)}`)}
              current={index === focusable}
            />
          )
        );
      })}
    </div>
  );
}
