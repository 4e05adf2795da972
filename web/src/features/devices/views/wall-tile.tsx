import { memo } from 'react';
import type { WallDevice } from '@belfry/schemas/http/devices/wall';
import { wallStateOf, type WallState } from './wall-state.ts';
import classes from './wall.module.css';

/** The shape of a state; the tile that has it is named by its text. */
export const WallShape = ({ state }: { state: WallState }) => (
  <span className={classes.shape} data-state={state} aria-hidden />
);

type Props = { device: WallDevice; index: number; label: string; current: boolean };

/** One device. Memoised: a message replaces one device of the wall, and renders one tile. The grid handles its events. */
export const WallTile = memo(function WallTile({ device, index, label, current }: Props) {
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
