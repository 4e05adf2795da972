import { Button, FocusTrap, Portal } from '@mantine/core';
import { useIdle } from '@mantine/hooks';
import { IconMinimize } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useWakeLock } from '../../lib/use-wake-lock.ts';
import { LeafletMap } from './leaflet-map.tsx';
import type { MapFrame } from './map-state.ts';
import type { useMapAddress } from './map-address.ts';
import { MapMarkers, StateIcon } from './map-markers.tsx';
import { countIn, MAP_STATES, type Marker, sumOf } from './map-state.ts';
import type { useMapNodes } from './use-map-nodes.ts';
import classes from './map.module.css';

type Props = {
  label: string;
  map: ReturnType<typeof useMapNodes>;
  address: ReturnType<typeof useMapAddress>;
  onMoved: (frame: MapFrame) => void;
  onOpen: (marker: Marker, frame: MapFrame) => void;
};

/** How long the exit button stays after a movement. */
const SHOWN_MS = 4_000;
/** Events that show the exit button. */
const MOVEMENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] satisfies (keyof DocumentEventMap)[];

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- A browser would close a dialog element; Escape leaves the wall wherever the focus is. */

/**
 * The map for a screen on a wall: nothing but places and their states in large type. It refreshes itself and keeps the screen on; its part of the
 * earth is in the address. Escape leaves it, and so does a button that is shown at first and after each movement; see TREE-61.
 */
export function WallMap({ label, map, address, onMoved, onOpen }: Props) {
  const { t } = useTranslation('map');
  useWakeLock();
  const leave = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    address.onWall(false);
  };
  const idle = useIdle(SHOWN_MS, { events: MOVEMENTS, initialState: false });
  // The browser itself takes the Escape that ends its full screen.
  const followBrowser = useEffectEvent(() => !document.fullscreenElement && leave());
  useEffect(() => {
    const onChange = (): void => void followBrowser();
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  // Places below others are counted with these.
  const totals = sumOf(map.nodes.filter(({ above }) => above === null).map(({ devices }) => devices));
  return (
    <Portal>
      <FocusTrap>
        <div
          role="dialog"
          aria-modal
          aria-label={label}
          className={classes.wall}
          data-idle={idle || undefined}
          onKeyDown={({ key }) => key === 'Escape' && leave()}
        >
          <Button
            className={classes.leave ?? ''}
            variant="default"
            leftSection={<IconMinimize size={18} aria-hidden />}
            onClick={leave}
          >
            {t('leave')}
          </Button>
          <ul className={classes.wallTotals} aria-label={t('totals')}>
            {MAP_STATES.filter((state) => state !== 'none').map((state) => (
              <li key={state}>
                <StateIcon state={state} size={36} /> {t(`state.${state}`, { count: countIn(state, totals) })}
              </li>
            ))}
            {map.stale && <li role="alert">{t('stale')}</li>}
          </ul>
          <div className={classes.wallMap} data-autofocus tabIndex={-1}>
            <LeafletMap
              label={label}
              start={address.place ?? map.nodes.map(({ coordinates }) => coordinates)}
              tiles={map.tiles}
              onMoved={onMoved}
            >
              {(frame) => (
                <MapMarkers
                  markers={map.clusters(frame.box, frame.zoom)}
                  frame={frame}
                  selected={null}
                  onOpen={(marker) => onOpen(marker, frame)}
                />
              )}
            </LeafletMap>
          </div>
        </div>
      </FocusTrap>
    </Portal>
  );
}
