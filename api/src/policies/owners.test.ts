import { maskOf, type Right } from '@belfry/schemas/domain/rights';
import { ROLES } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import { canVouchForProviders, manageableProviders } from './identity-providers.ts';
import {
  ALL_OWNERS,
  canChangeOthersWork,
  canDecideClaimsOf,
  canEditGroup,
  canEditNode,
  canListDevicesOf,
  canNameOwner,
  canReadGroup,
  canReadNode,
  canTransferDevicesOf,
  editableTemplates,
  findsNodesOfRoots,
  includesOwner,
  manageableInvitations,
  ofOwner,
  readableDevices,
  readableTemplates,
  visibleOwners,
  type VisibleOwners,
} from './owners.ts';
import { membership } from './testing/membership.ts';

const USER = 7;
const ORGANISATION = 8;
const member = (role: 'user' | 'admin', change: Parameters<typeof membership>[0] = {}) => ({
  id: USER,
  role,
  memberships: [membership(change)],
});

it('lets users name themselves as the owner, and administrators anybody', () => {
  for (const role of ROLES) {
    expect(canNameOwner({ id: 1, role }, 1)).toBe(true);
    expect(canNameOwner({ id: 1, role }, 2)).toBe(role !== 'user');
  }
});

it('lets members name whose members they are', () => {
  expect(canNameOwner(member('user'), ORGANISATION)).toBe(true);
  expect(canNameOwner(member('user'), 9)).toBe(false);
});

it('lets members use an object where they have the right of it', () => {
  const caller = member('user');
  const owned = { id: ORGANISATION, role: 'root' } as const;
  expect(canReadNode(caller, { ...owned, rights: maskOf(['read']) })).toBe(true);
  expect(canReadNode(caller, { ...owned, rights: maskOf(['speak', 'plan']) })).toBe(false);
  expect(canEditNode(caller, { ...owned, rights: maskOf(['edit-tree']) })).toBe(true);
});

describe('what others have made for an organisation is changed', () => {
  it('by its owner and by administrators', () => {
    for (const role of ROLES) {
      expect(canChangeOthersWork({ id: USER, role }, USER)).toBe(true);
      expect(canChangeOthersWork({ id: USER, role }, ORGANISATION)).toBe(role !== 'user');
    }
  });

  it.each([
    ['who plan for a whole tree', { whole: true, rights: ['plan'] }, true],
    ['who plan for a part of it', { whole: false, rights: ['plan'] }, false],
    ['who do something else in a whole tree', { whole: true, rights: ['read', 'operate'] }, false],
  ] satisfies [string, { whole: boolean; rights: Right[] }, boolean][])(
    'by members %s: %o → %s',
    (_name, change, expected) => {
      expect(canChangeOthersWork(member('user', change), ORGANISATION)).toBe(expected);
    },
  );
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

  it('as a member: own objects and those of the organisations with the right', () => {
    const found = { kind: 'member', id: USER, right: 'read', organisations: [ORGANISATION] };
    expect(readableDevices(member('user'))).toEqual(found);
    expect(readableDevices(member('user', { rights: ['plan'] }))).toEqual({ kind: 'own', id: USER });
    expect(readableDevices(member('admin'))).toEqual({ kind: 'all-but-roots' });
  });

  it('are, for templates, never those of everybody', () => {
    const found = { kind: 'member', id: USER, right: 'read-texts', organisations: [ORGANISATION] };
    expect(readableTemplates(member('admin', { rights: ['read-texts'] }))).toEqual(found);
    for (const visible of [readableTemplates, editableTemplates]) {
      for (const role of ROLES) expect(visible({ id: USER, role })).toEqual({ kind: 'own', id: USER });
    }
  });

  it('are, for identity providers and invitations, the same as for everything else', () => {
    for (const visible of [manageableProviders, manageableInvitations]) {
      for (const role of ROLES) expect(visible({ id: USER, role })).toEqual(visibleOwners({ id: USER, role }));
    }
    expect(ROLES.filter((role) => canVouchForProviders({ id: USER, role }))).toEqual(['admin', 'root']);
  });

  it('include roots only for roots, also where a statement loads the nodes itself', () => {
    expect(ROLES.filter((role) => findsNodesOfRoots(canReadNode, { id: USER, role }))).toEqual(['root']);
  });
});

describe('of the owners that are found', () => {
  const found: VisibleOwners = { kind: 'member', id: USER, right: 'read', organisations: [ORGANISATION] };

  it.each([
    ['a member names an organisation', found, ORGANISATION, { ...found, of: ORGANISATION }],
    ['a member names themselves', found, USER, { kind: 'own', id: USER }],
    ['an admin names somebody', { kind: 'all-but-roots' }, 9, { kind: 'own', id: 9 }],
    ['somebody names themselves', { kind: 'own', id: USER }, USER, { kind: 'own', id: USER }],
  ] satisfies [string, VisibleOwners, number, VisibleOwners][])(
    'one remains: %s',
    (_name, owners, ownerId, expected) => {
      expect(ofOwner(owners, ownerId)).toEqual(expected);
    },
  );

  it.each([
    [{ kind: 'own', id: USER }, [USER]],
    [found, [USER, ORGANISATION]],
    [{ kind: 'all-but-roots' }, [USER, ORGANISATION, 9]],
    [ALL_OWNERS, [USER, ORGANISATION, 9]],
  ] satisfies [VisibleOwners, number[]][])('%o includes %j', (owners, included) => {
    expect([USER, ORGANISATION, 9].filter((id) => includesOwner(owners, id))).toEqual(included);
  });
});
