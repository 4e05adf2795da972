import { maskOf, RIGHTS } from '@belfry/schemas/domain/rights';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isMember,
  type Membership,
  nodesWith,
  organisationsWith,
  rightBit,
  rightsIn,
  rightsInWhole,
} from './rights.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ORGANISATION = 7;
const OTHER_ORGANISATION = 8;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const membership = (change: Partial<Membership> = {}): Membership => ({
  company_id: 70,
  owner_id: ORGANISATION,
  whole: false,
  rights: maskOf(['read']),
  expires_at: null,
  ...change,
});
const at = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);

describe('a membership', () => {
  it.each([
    ['that never ends', null, true],
    ['that ends later', at(1), true],
    ['that ends now', at(0), false],
    ['that has ended', at(-1), false],
  ])('%s counts: %s → %s', (_name, expires_at, counts) => {
    const caller = { memberships: [membership({ expires_at })] };
    expect(isMember(caller)).toBe(counts);
    expect(rightsIn(caller, ORGANISATION)).toBe(counts ? RIGHTS.read : 0);
    expect(organisationsWith(caller, 'read')).toEqual(counts ? [ORGANISATION] : []);
    expect(nodesWith(caller, 'read')).toEqual(counts ? [70] : []);
  });

  it('is not required: somebody without one has no rights', () => {
    for (const caller of [{}, { memberships: [] }]) {
      expect(isMember(caller)).toBe(false);
      expect(rightsIn(caller, ORGANISATION)).toBe(0);
      expect(rightsInWhole(caller, ORGANISATION)).toBe(0);
      expect(organisationsWith(caller, 'read')).toEqual([]);
      expect(nodesWith(caller, 'read')).toEqual([]);
    }
  });
});

describe('several memberships', () => {
  const caller = {
    memberships: [
      membership({ company_id: 70, whole: true, rights: maskOf(['read', 'speak']) }),
      membership({ company_id: 71, rights: maskOf(['read', 'plan']) }),
      membership({ company_id: 80, owner_id: OTHER_ORGANISATION, rights: maskOf(['plan']) }),
      membership({
        company_id: 81,
        owner_id: OTHER_ORGANISATION,
        whole: true,
        rights: maskOf(['stop']),
        expires_at: at(-1),
      }),
    ],
  };

  it('give in an organisation what any of its nodes gives', () => {
    expect(rightsIn(caller, ORGANISATION)).toBe(maskOf(['read', 'speak', 'plan']));
    expect(rightsIn(caller, OTHER_ORGANISATION)).toBe(maskOf(['plan']));
    expect(rightsIn(caller, 9)).toBe(0);
  });

  it('give in all of an organisation only what holds for a whole tree', () => {
    expect(rightsInWhole(caller, ORGANISATION)).toBe(maskOf(['read', 'speak']));
    expect(rightsInWhole(caller, OTHER_ORGANISATION)).toBe(0);
  });

  it('name each organisation and node with a right once', () => {
    expect(organisationsWith(caller, 'read')).toEqual([ORGANISATION]);
    expect(organisationsWith(caller, 'plan')).toEqual([ORGANISATION, OTHER_ORGANISATION]);
    expect(organisationsWith(caller, 'stop')).toEqual([]);
    expect(nodesWith(caller, 'read')).toEqual([70, 71]);
    expect(nodesWith({ memberships: [membership(), membership()] }, 'read')).toEqual([70]);
    expect(nodesWith(caller, 'plan')).toEqual([71, 80]);
  });
});

it('writes a right for a statement as its bit', () => {
  expect([rightBit('read'), rightBit('stop')]).toEqual(['1', '256']);
});
