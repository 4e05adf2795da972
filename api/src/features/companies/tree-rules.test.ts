import { COMPANY_TYPES, TREE_DEPTH_MAX } from '@belfry/schemas/domain/companies';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../errors.ts';
import { checkPlacement, defaultChildType, placementError } from './tree-rules.ts';

/** The invalid field; null where the place is allowed. */
function refusedField(...place: Parameters<typeof checkPlacement>): string | null {
  try {
    checkPlacement(...place);
    return null;
  } catch (error) {
    const { code, message, details } = error as AppError;
    expect(code).toBe('unprocessable');
    expect(details).toEqual([{ path: expect.any(String), message }]);
    return details?.[0]?.path ?? '';
  }
}

describe.each([
  ['Main', ['Element', 'Company'], 'Element'],
  ['Element', ['Element', 'Company'], 'Element'],
  ['Company', ['Device'], 'Device'],
] as const)('below a %s', (parent, allowed: readonly string[], first) => {
  it(`only ${allowed.join(' and ')} are allowed, and ${first} is the default`, () => {
    for (const child of COMPANY_TYPES) {
      const isAllowed = allowed.includes(child);
      expect(refusedField({ type: parent, level: 1 }, child)).toBe(isAllowed ? null : 'type');
      expect(placementError(parent, child)).toBe(
        isAllowed ? null : `Only ${allowed.join(' or ')} can be added to ${parent}`,
      );
    }
    expect(defaultChildType(parent)).toBe(first);
  });
});

it('allows nothing below a device', () => {
  for (const child of COMPANY_TYPES) {
    expect(refusedField({ type: 'Device', level: 1 }, child)).toBe('type');
    expect(placementError('Device', child)).toBe(
      'Cannot add elements to this parent. Device elements cannot have children.',
    );
  }
});

it('refuses a node below the maximum depth of a tree', () => {
  expect(refusedField({ type: 'Element', level: TREE_DEPTH_MAX - 1 }, 'Element')).toBeNull();
  expect(refusedField({ type: 'Element', level: TREE_DEPTH_MAX }, 'Element')).toBe('parent_company_id');
});
