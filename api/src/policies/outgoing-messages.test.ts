import { ROLES } from '@belfry/schemas/domain/roles';
import { expect, it } from 'vitest';
import { canReadOutgoingMessage } from './outgoing-messages.ts';

it('lets administrators read messages, and those to root accounts only roots', () => {
  for (const role of ROLES) {
    expect(canReadOutgoingMessage({ id: 1, role }, { to_root: false })).toBe(role !== 'user');
    expect(canReadOutgoingMessage({ id: 1, role }, { to_root: true })).toBe(role === 'root');
  }
});
