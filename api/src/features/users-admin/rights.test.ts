import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { expect, it } from 'vitest';
import { maySee } from './rights.ts';

it.each([
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])('%s sees themselves, and of others: %j', (role, seen) => {
  const caller = { id: 1, role };
  expect(maySee(caller, caller)).toBe(true);
  expect(ROLES.filter((other) => maySee(caller, { id: 2, role: other }))).toEqual(seen);
});

it('one’s own account is there whatever role it was given since', () => {
  for (const role of ROLES) expect(maySee({ id: 1, role: 'user' }, { id: 1, role })).toBe(true);
});
