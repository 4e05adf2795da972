import type { Right } from '@belfry/schemas/domain/rights';
import { ROLES } from '@belfry/schemas/domain/roles';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import type { Caller } from '../policies/accounts.ts';
import { canReadDevice } from '../policies/devices.ts';
import { canEditNode, canReadNode, readableNodes } from '../policies/owners.ts';
import { membership } from '../policies/testing/membership.ts';
import {
  checkOwner,
  devicePermits,
  findListedNodes,
  findRightsAtNodes,
  homeOf,
  nodePermits,
  ownerPermits,
} from './owner-access.ts';

const USER = 7;
const ORGANISATION = 8;
const OTHER_ORGANISATION = 9;
const NODE = 80;
const memberOf = (...memberships: Parameters<typeof membership>[0][]): Caller => ({
  id: USER,
  role: 'user',
  memberships: memberships.map(membership),
});
const nobody: Caller = { id: USER, role: 'user' };

/** For questions that must not cost a statement. */
const noDatabase = new Proxy({} as Kysely<Database>, {
  get: () => {
    throw new Error('a statement was executed');
  },
});

describe('without a statement', () => {
  it('people use what is their own', async () => {
    expect(await ownerPermits(noDatabase, nobody, USER, canEditNode)).toBe(true);
    expect(await nodePermits(noDatabase, nobody, { company_id: NODE, user_id: USER }, canEditNode)).toBe(true);
    expect(await devicePermits(noDatabase, nobody, { company_id: null, user_id: USER }, canReadDevice)).toBe(true);
  });

  it('people own what is theirs although they are members elsewhere, or of themselves', async () => {
    const caller = memberOf({ owner_id: USER, rights: ['read'] });
    expect(await nodePermits(noDatabase, caller, { company_id: NODE, user_id: USER }, canEditNode)).toBe(true);
  });

  it('people who are no members use nothing of somebody else', async () => {
    const caller = memberOf({ owner_id: OTHER_ORGANISATION, rights: ['read'] });
    for (const user of [nobody, caller]) {
      expect(await ownerPermits(noDatabase, user, ORGANISATION, canReadNode)).toBe(false);
      const node = { company_id: NODE, user_id: ORGANISATION };
      expect(await nodePermits(noDatabase, user, node, canReadNode)).toBe(false);
      expect(await devicePermits(noDatabase, user, node, canReadDevice)).toBe(false);
    }
  });

  it('nobody but administrators uses a device without an owner or a node', async () => {
    const caller = memberOf({ owner_id: ORGANISATION, rights: ['read'] });
    expect(await devicePermits(noDatabase, caller, { company_id: null, user_id: ORGANISATION }, canReadDevice)).toBe(
      false,
    );
    expect(await devicePermits(noDatabase, caller, { company_id: NODE, user_id: null }, canReadDevice)).toBe(false);
    const admin: Caller = { id: USER, role: 'admin' };
    expect(await devicePermits(noDatabase, admin, { company_id: NODE, user_id: null }, canReadDevice)).toBe(true);
  });

  it('members use with their right what belongs to all of an organisation', async () => {
    const caller = memberOf({ owner_id: ORGANISATION, rights: ['read'] });
    expect(await ownerPermits(noDatabase, caller, ORGANISATION, canReadNode)).toBe(true);
    expect(await ownerPermits(noDatabase, caller, ORGANISATION, canEditNode)).toBe(false);
  });

  it('nobody has rights at no nodes, and who is no member at none', async () => {
    expect(await findRightsAtNodes(noDatabase, nobody, [NODE])).toEqual(new Map());
    const caller = memberOf({ owner_id: ORGANISATION, rights: ['read'] });
    expect(await findRightsAtNodes(noDatabase, caller, [])).toEqual(new Map());
  });
});

describe('the owner that is named', () => {
  it('is nobody, oneself or an organisation of which one is a member', () => {
    const caller = memberOf({ owner_id: ORGANISATION, rights: ['read'] });
    for (const owner of [undefined, USER, ORGANISATION]) expect(() => checkOwner(caller, owner)).not.toThrow();
    expect(() => checkOwner(caller, OTHER_ORGANISATION)).toThrow('can only be your own');
  });
});

describe('a list of nodes shows', () => {
  const member = memberOf({ owner_id: ORGANISATION, rights: ['read'] });

  it('people their own, and members those of their organisations too', () => {
    expect(findListedNodes(nobody, readableNodes, undefined)).toEqual({ kind: 'own', id: USER });
    expect(findListedNodes(member, readableNodes, undefined)).toEqual(readableNodes(member));
  });

  it('administrators their own, and at one node everybody’s', () => {
    for (const role of ROLES) {
      const caller: Caller = { id: USER, role };
      expect(findListedNodes(caller, readableNodes, undefined)).toEqual({ kind: 'own', id: USER });
      expect(findListedNodes(caller, readableNodes, NODE)).toEqual(readableNodes(caller));
    }
  });
});

describe('something new belongs to', () => {
  const planner = { owner_id: ORGANISATION, rights: ['plan'] } satisfies { owner_id: number; rights: Right[] };

  it.each([
    ['the caller without a membership', nobody, USER],
    ['the only organisation with the right', memberOf(planner), ORGANISATION],
    ['the caller who owns a tree', { ...memberOf(planner), owns_nodes: true }, USER],
    ['the organisation of a caller without a tree', { ...memberOf(planner), owns_nodes: false }, ORGANISATION],
    ['the caller with another right', memberOf({ ...planner, rights: ['read'] }), USER],
    ['the caller who is member of two', memberOf(planner, { ...planner, owner_id: OTHER_ORGANISATION }), USER],
    [
      'the organisation with the right, of two',
      memberOf({ ...planner, owner_id: OTHER_ORGANISATION, rights: ['read'] }, planner),
      ORGANISATION,
    ],
  ])('%s', (_name, caller, owner) => {
    expect(homeOf(caller, 'plan')).toBe(owner);
  });
});
