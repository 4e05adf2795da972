import { describe, expect, it } from 'vitest';
import { readableWallSchema } from '../../../lib/api/readable-devices.ts';
import { countStates, layoutOf, nextTile, wallStateOf } from './wall-view.tsx';

const device = (status: 'online' | 'offline' | 'maintenance', device_mode: 'active' | 'blocked' = 'active') => ({
  device_id: 1,
  serial: '0000-0000-0000-0001',
  name: null,
  status,
  device_mode,
});

it('shows that a device is blocked rather than that it is offline', () => {
  expect(wallStateOf(device('offline', 'blocked'))).toBe('blocked');
  expect(wallStateOf(device('maintenance'))).toBe('maintenance');
});

it('shows a status that the console does not know as unknown', () => {
  const weird = { ...device('online'), status: 'weird' as 'online' };
  expect(wallStateOf(weird)).toBe('unknown');
  expect(readableWallSchema.safeParse({ total: 1, devices: [weird] }).success).toBe(true);
});

it('counts devices by state', () => {
  expect(countStates([device('online'), device('online'), device('offline', 'blocked')])).toEqual({
    online: 2,
    offline: 0,
    maintenance: 0,
    blocked: 1,
    unknown: 0,
  });
});

describe('the layout', () => {
  it('fits 1,000 devices on a screen of 1150 by 700 px', () => {
    const { columns, tile } = layoutOf({ width: 1_150, height: 700, count: 1_000 });
    expect(Math.ceil(1_000 / columns) * (tile + 2)).toBeLessThanOrEqual(700);
    expect(columns * (tile + 2)).toBeLessThanOrEqual(1_150);
    expect(tile).toBeGreaterThanOrEqual(24);
  });

  it('has large tiles for few devices, and never smaller ones than a finger hits', () => {
    expect(layoutOf({ width: 1_150, height: 700, count: 5 }).tile).toBe(72);
    expect(layoutOf({ width: 318, height: 300, count: 1_000 })).toEqual({ columns: 14, tile: 20 });
  });
});

it.each([
  ['ArrowRight', 4, 5],
  ['ArrowDown', 4, 14],
  ['ArrowUp', 4, 4],
  ['ArrowLeft', 0, 0],
  ['End', 4, 24],
  ['Home', 4, 0],
  ['Tab', 4, null],
])('%s moves from tile %i to %j', (key, from, to) => {
  expect(nextTile(key, from, { count: 25, columns: 10 })).toBe(to);
});
