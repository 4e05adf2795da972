import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Policy } from './policy.ts';

/** Administrators create, upload, read and delete archives of the client software. */
export const canManageFirmware: Policy = ({ role }) => isAdministrator(role);
