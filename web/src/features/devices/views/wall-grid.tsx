/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- The tiles are the buttons; one listener serves a thousand of them. */
import { useElementSize } from '@mantine/hooks';
import { useState, type CSSProperties, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { layoutOf, nextTile, wallStateOf } from './wall-state.ts';
import { WallTile } from './wall-tile.tsx';
import type { Wall } from './wall-api.ts';
import classes from './wall.module.css';

/** `busy`: the tiles are those of the previous filters. */
type Props = { wall: Wall; busy: boolean; height: number; onOpen: (serial: string) => void };

const tileOf = ({ target }: SyntheticEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-serial]') : null;

/** A tile per device. One of them is in the tab order; the arrow keys, Home and End move between them. */
export function WallGrid({ wall, busy, height, onOpen }: Props) {
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
