import { ROLES } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import { roleSuffices } from './principal.ts';

describe('a role', () => {
  it.each([
    ['signed-in', ['user', 'admin', 'root']],
    ['admin', ['admin', 'root']],
    ['root', ['root']],
  ] as const)('that suffices for %s: %j', (access, roles) => {
    expect(ROLES.filter((role) => roleSuffices(access, role))).toEqual(roles);
  });
});
