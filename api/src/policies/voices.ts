import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Principal } from '../http/principal.ts';

/** Blocked voices are visible to administrators only. */
export const canSeeVoice = ({ role }: Pick<Principal, 'role'>, voice: { block: boolean }): boolean =>
  !voice.block || isAdministrator(role);
