import { ROLES } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import { mayReach, roleSuffices, type Principal } from './principal.ts';

const caller = (role: Principal['role'], id = 1): Principal => ({
  id,
  role,
  key_id: 1,
  key_created_at: new Date(0),
  opened_by: null,
});

describe('a role', () => {
  it.each([
    ['signed-in', ['user', 'admin', 'root']],
    ['admin', ['admin', 'root']],
    ['root', ['root']],
  ] as const)('that suffices for %s: %j', (access, roles) => {
    expect(ROLES.filter((role) => roleSuffices(access, role))).toEqual(roles);
  });
});

describe('an object', () => {
  it('is reached by its owner and by administrators; what is nobody’s, by administrators only', () => {
    expect(mayReach(caller('user'), 1)).toBe(true);
    expect(mayReach(caller('user'), 2)).toBe(false);
    expect(mayReach(caller('user'), null)).toBe(false);
    for (const role of ['admin', 'root'] as const) expect(mayReach(caller(role), null)).toBe(true);
  });
});
