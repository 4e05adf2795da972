import { canReadAccount } from './accounts.ts';
import type { OwnerPolicy } from './owners.ts';
import { visibleOwners, type OwnersPolicy } from './visible-owners.ts';

/** People list their own library, administrators those of all accounts that they may read. */
export const canListLibraryOf: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);

/** The owners whose audio the caller hears; see ANN-5. */
export const readableAudio: OwnersPolicy = visibleOwners;

/** The owners whose library the caller reads and changes. */
export const editableLibrary: OwnersPolicy = visibleOwners;
