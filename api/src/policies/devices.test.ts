import { type Role, ROLES } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import {
  canApproveDevices,
  canBindDevice,
  canCommandDevice,
  canConfigureDevice,
  canEditDevice,
  canEditVoice,
  canManageFirmware,
  canReadAllDevices,
  canReadDevice,
  canReadVoice,
  hidesNodesOfRoots,
  requiredOwner,
} from './devices.ts';

const ADMINISTRATORS: Role[] = ['admin', 'root'];

describe.each([
  ['reading', canReadDevice],
  ['configuring', canConfigureDevice],
  ['sending a command to', canCommandDevice],
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
  expect(requiredOwner(canReadDevice, { id: 7, role: 'user' })).toBe(7);
  for (const role of ADMINISTRATORS) expect(requiredOwner(canReadDevice, { id: 7, role })).toBeNull();
});

it('lets only administrators read all devices and approve them', () => {
  for (const can of [canReadAllDevices, canApproveDevices]) {
    expect(can({ id: 1, role: 'user' })).toBe(false);
    for (const role of ADMINISTRATORS) expect(can({ id: 1, role })).toBe(true);
  }
});

it('hides the nodes of roots from admins, who see the devices of all', () => {
  expect((['user', 'admin', 'root'] as const).filter((role) => hidesNodesOfRoots({ role }))).toEqual(['admin']);
});

it('lets only administrators create, edit and delete devices, whoever owns them', () => {
  for (const user_id of [1, 2, null]) {
    expect(canEditDevice({ id: 1, role: 'user' }, { user_id })).toBe(false);
    for (const role of ADMINISTRATORS) expect(canEditDevice({ id: 1, role }, { user_id })).toBe(true);
  }
});

it('lets only administrators manage archives of the client software', () => {
  expect(ROLES.filter((role) => canManageFirmware({ id: 1, role }))).toEqual(['admin', 'root']);
});

it('shows a blocked voice to administrators only', () => {
  for (const role of ROLES) {
    expect(canReadVoice({ id: 1, role }, { block: false })).toBe(true);
    expect(canReadVoice({ id: 1, role }, { block: true })).toBe(role !== 'user');
  }
});

it('lets only administrators edit voices', () => {
  for (const role of ROLES) {
    for (const block of [true, false]) expect(canEditVoice({ id: 1, role }, { block })).toBe(role !== 'user');
  }
});
