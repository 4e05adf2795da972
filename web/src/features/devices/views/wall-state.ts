import type { WallDevice } from '@belfry/schemas/http/devices/wall';

/** The states that a wall distinguishes by colour and shape; see DEV-49. */
export const WALL_STATES = ['online', 'offline', 'maintenance', 'blocked'] as const;
export type WallState = (typeof WALL_STATES)[number];

/** A blocked device cannot be online, so that it is blocked says more. */
export const wallStateOf = ({ status, device_mode }: Pick<WallDevice, 'status' | 'device_mode'>): WallState =>
  device_mode === 'blocked' ? 'blocked' : status;

export function countStates(devices: Iterable<WallDevice>): Record<WallState, number> {
  const counts: Record<WallState, number> = { online: 0, offline: 0, maintenance: 0, blocked: 0 };
  for (const device of devices) counts[wallStateOf(device)] += 1;
  return counts;
}

const TILE = { min: 20, max: 72, gap: 2 } as const;
export type WallLayout = { columns: number; tile: number };

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
