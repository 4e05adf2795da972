import { isAdministrator } from '@belfry/schemas/domain/roles';
import { canReadAccount } from './accounts.ts';
import type { OwnerPolicy } from './owners.ts';
import type { Policy } from './policy.ts';

/** People list their own library, administrators those of all accounts that they may read. */
export const canListLibraryOf: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);

/** Administrators read all audio, others what belongs to them; see ANN-5. */
export const canReadAllAudio: Policy = ({ role }) => isAdministrator(role);

export type LibraryPolicy = Policy<{ user_id: number }>;

/** People read and change what is in their own library, administrators everything. */
export const canEditLibrary: LibraryPolicy = (caller, { user_id }) =>
  user_id === caller.id || isAdministrator(caller.role);
