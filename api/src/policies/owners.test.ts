import { expect, it } from 'vitest';
import { canNameOwner } from './owners.ts';

it('lets users name themselves as the owner, and administrators anybody', () => {
  for (const role of ['user', 'admin', 'root'] as const) {
    expect(canNameOwner({ id: 1, role }, 1)).toBe(true);
    expect(canNameOwner({ id: 1, role }, 2)).toBe(role !== 'user');
  }
});
