import { describe, expect, it } from 'vitest';
import type { Role } from '@belfry/schemas/domain/roles';
import {
  canApproveDevices,
  canBindDevice,
  canReadAllDevices,
  canReadDevice,
  hidesNodesOfRoots,
  requiredOwner,
} from './devices.ts';

const ADMINISTRATORS: Role[] = ['admin', 'root'];

describe.each([
  ['reading', canReadDevice],
  ['binding', canBindDevice],
])('%s a device', (_name, can) => {
  it('is allowed to its owner only among users', () => {
    expect(can({ id: 1, role: 'user' }, { user_id: 1 })).toBe(true);
    expect(can({ id: 1, role: 'user' }, { user_id: 2 })).toBe(false);
    expect(can({ id: 1, role: 'user' }, { user_id: null })).toBe(false);
  });

  it.each(ADMINISTRATORS)('is allowed to %s whoever owns it', (role) => {
    for (const user_id of [1, 2, null]) expect(can({ id: 1, role }, { user_id })).toBe(true);
  });
});

it('requires users to own what they read, and administrators nothing', () => {
  expect(requiredOwner({ id: 7, role: 'user' })).toBe(7);
  for (const role of ADMINISTRATORS) expect(requiredOwner({ id: 7, role })).toBeNull();
});

it('lets administrators only read all devices and approve them', () => {
  for (const can of [canReadAllDevices, canApproveDevices]) {
    expect(can({ role: 'user' })).toBe(false);
    for (const role of ADMINISTRATORS) expect(can({ role })).toBe(true);
  }
});

it('hides the nodes of roots from admins, who see the devices of all', () => {
  expect((['user', 'admin', 'root'] as const).filter((role) => hidesNodesOfRoots({ role }))).toEqual(['admin']);
});
