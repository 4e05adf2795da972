import { ROLES } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import {
  canDecideClaimsOf,
  canEditGroup,
  canEditNode,
  canListDevicesOf,
  canNameOwner,
  canReadGroup,
  canReadNode,
  canTransferDevicesOf,
  visibleOwners,
} from './owners.ts';

it('lets users name themselves as the owner, and administrators anybody', () => {
  for (const role of ROLES) {
    expect(canNameOwner({ id: 1, role }, 1)).toBe(true);
    expect(canNameOwner({ id: 1, role }, 2)).toBe(role !== 'user');
  }
});

describe.each([
  ['reading a node', canReadNode, true],
  ['editing a node', canEditNode, true],
  ['reading a group', canReadGroup, true],
  ['editing a group', canEditGroup, true],
  ['listing devices', canListDevicesOf, true],
  ['transferring devices', canTransferDevicesOf, false],
  ['deciding claims', canDecideClaimsOf, false],
])('%s', (_name, can, isAllowedToUsers) => {
  it(`is ${isAllowedToUsers ? '' : 'not '}allowed to users on what they own themselves`, () => {
    const user = { id: 1, role: 'user' } as const;
    expect(can(user, user)).toBe(isAllowedToUsers);
    for (const role of ROLES) expect(can(user, { id: 2, role })).toBe(false);
  });

  it('is allowed to admins except on what roots own, and to roots', () => {
    expect(ROLES.filter((role) => can({ id: 1, role: 'admin' }, { id: 2, role }))).toEqual(['user', 'admin']);
    expect(ROLES.filter((role) => can({ id: 1, role: 'root' }, { id: 2, role }))).toEqual(ROLES);
  });
});

describe('the owners whose objects a caller finds', () => {
  it.each([
    ['user', { kind: 'own', id: 7 }],
    ['admin', { kind: 'all-but-roots' }],
    ['root', { kind: 'all' }],
  ] as const)('as %s: %o', (role, expected) => {
    expect(visibleOwners({ id: 7, role })).toEqual(expected);
  });
});
