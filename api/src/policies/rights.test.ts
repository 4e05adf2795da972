import { maskOf, RIGHTS } from '@belfry/schemas/domain/rights';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isMember, nodesWith, organisationsWith, rightBit, rightsIn, rightsInWhole } from './rights.ts';
import { membership } from './testing/membership.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ORGANISATION = 8;
const OTHER_ORGANISATION = 9;
const NODE = 80;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

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
    expect(nodesWith(caller, 'read')).toEqual(counts ? [NODE] : []);
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
      membership({ whole: true, rights: ['read', 'speak'] }),
      membership({ company_id: 81, rights: ['read', 'plan'] }),
      membership({ company_id: 90, owner_id: OTHER_ORGANISATION, rights: ['plan'] }),
      membership({
        company_id: 91,
        owner_id: OTHER_ORGANISATION,
        whole: true,
        rights: ['stop'],
        expires_at: at(-1),
      }),
    ],
  };

  it('give in an organisation what any of its nodes gives', () => {
    expect(rightsIn(caller, ORGANISATION)).toBe(maskOf(['read', 'speak', 'plan']));
    expect(rightsIn(caller, OTHER_ORGANISATION)).toBe(maskOf(['plan']));
    expect(rightsIn(caller, 10)).toBe(0);
  });

  it('give in all of an organisation only what holds for a whole tree', () => {
    expect(rightsInWhole(caller, ORGANISATION)).toBe(maskOf(['read', 'speak']));
    expect(rightsInWhole(caller, OTHER_ORGANISATION)).toBe(0);
  });

  it('name each organisation and node with a right once', () => {
    expect(organisationsWith(caller, 'read')).toEqual([ORGANISATION]);
    expect(organisationsWith(caller, 'plan')).toEqual([ORGANISATION, OTHER_ORGANISATION]);
    expect(organisationsWith(caller, 'stop')).toEqual([]);
    expect(nodesWith(caller, 'read')).toEqual([NODE, 81]);
    expect(nodesWith({ memberships: [membership(), membership()] }, 'read')).toEqual([NODE]);
    expect(nodesWith(caller, 'plan')).toEqual([81, 90]);
  });
});

it('writes a right for a statement as its bit', () => {
  expect([rightBit('read'), rightBit('stop')]).toEqual(['1', '256']);
});
