import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Policy } from './accounts.ts';
import { type OwnersPolicy, visibleOwners } from './owners.ts';

/** The identity providers that the caller reads and changes: their own organisation's, and for administrators those of everybody whom they may see. */
export const manageableProviders: OwnersPolicy = (caller) => visibleOwners(caller);

/** Whether the caller may confirm a domain without its TXT record, and offer a provider to everybody: both concern people outside of the organisation. */
export const canVouchForProviders: Policy = ({ role }) => isAdministrator(role);
