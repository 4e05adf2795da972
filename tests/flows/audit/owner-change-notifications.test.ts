import { ownerChanged, type OwnerChange } from '@belfry/api/features/devices/ownership.service';
import { describe, expect, it } from 'vitest';
import { recordDeviceChanges } from '../../support/services/device-change-recorder.ts';

describe('after a change of owner', () => {
  async function announce(change: OwnerChange) {
    const { calls, deps } = recordDeviceChanges();
    await ownerChanged(deps, change);
    return calls;
  }
  const device = (device_id: number, user_id: number | null) => ({
    device_id,
    serial: `0000-0000-0000-000${device_id}`,
    user_id,
  });

  it('former and new owner and the device reconnect, and retained messages are deleted after they are disconnected', async () => {
    const devices = [device(1, 10), device(2, 11), device(3, 10), device(4, null)];
    expect(await announce({ devices, ownerId: 12 })).toEqual([
      'directory',
      ['devices_changed', [1, 3], 10],
      ['devices_changed', [2], 11],
      ['devices_changed', [4], null],
      ['devices_changed', [1, 2, 3, 4], 12],
      ['console', [10, 11, 12]],
      ['device', ['0000-0000-0000-0001', '0000-0000-0000-0002', '0000-0000-0000-0003']],
      ['cleared', '0000-0000-0000-0001'],
      ['cleared', '0000-0000-0000-0002'],
      ['cleared', '0000-0000-0000-0003'],
    ]);
  });

  it('without a new owner only the former owners and the devices reconnect', async () => {
    expect(await announce({ devices: [device(1, 10)], ownerId: null })).toEqual([
      'directory',
      ['devices_changed', [1], 10],
      ['console', [10]],
      ['device', ['0000-0000-0000-0001']],
      ['cleared', '0000-0000-0000-0001'],
    ]);
  });

  it('without a former owner the connection and retained messages of the device are kept', async () => {
    expect(await announce({ devices: [device(1, null)], ownerId: 12 })).toEqual([
      'directory',
      ['devices_changed', [1], null],
      ['devices_changed', [1], 12],
      ['console', [12]],
    ]);
  });

  it('without an effect no notification is sent', async () => {
    expect(await announce({ devices: [], ownerId: 12 })).toEqual([]);
  });
});
