import { ROLES } from '@belfry/schemas/domain/roles';
import { expect, it } from 'vitest';
import { canManageFirmware } from './firmware.ts';

it('lets only administrators manage archives of the client software', () => {
  expect(ROLES.filter((role) => canManageFirmware({ id: 1, role }))).toEqual(['admin', 'root']);
});
