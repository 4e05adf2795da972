import { describe, expect, it } from 'vitest';
import { visibleOwners } from './visible-owners.ts';

describe('the owners whose objects a caller finds', () => {
  it.each([
    ['user', { kind: 'own', id: 7 }],
    ['admin', { kind: 'all-but-roots' }],
    ['root', { kind: 'all' }],
  ] as const)('as %s: %o', (role, expected) => {
    expect(visibleOwners({ id: 7, role })).toEqual(expected);
  });
});
